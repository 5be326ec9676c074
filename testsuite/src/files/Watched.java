import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;

/**
 * A watch service of a directory in which threads of the program change something. On Linux a thread of the JDK is told
 * of changes by the system, in their order, and hands them on; it may do so late.
 *
 * "made": main makes a file and takes. There is one change, so always: "CREATE a 1".
 * "polled": main makes a file and polls. It has been handed on, or not: "CREATE a 1" or "none".
 * "two": a thread makes a file and deletes it; main takes. The first change is there when it comes back, the second may
 * be: "CREATE a 1" or "CREATE a 1, DELETE a 1".
 * "merged": main opens a file that was there, which cuts it off, and writes to it twice; then it registers one more
 * directory, before which all changes so far are handed on, and polls. The system merges a change with the one before
 * it if they say the same and that was not read, and else the service counts: "MODIFY a 1" to "MODIFY a 3".
 * "reset": main makes a file, takes, makes another one, and takes again after a reset. What came before the reset is
 * with the key in any case: "CREATE a 1" and then "CREATE b 1"; or both at once, and then nothing comes.
 * "cancelled": of a key that was cancelled nothing comes: "false none".
 * "closed": main closes the service in which a thread takes, or is about to: "ClosedWatchServiceException".
 * "limit": nothing happens for a while: "none".
 * "never": nobody changes anything: a deadlock.
 * "gone": the directory itself is deleted: the key is no longer valid, "false".
 * "elsewhere": a file is made in another directory: "none".
 * "moved": a file gets another name: "DELETE a 1, CREATE b 1", of which the second may come too late for main.
 * "writers": two threads make a file each, in either order; when they have ended, main registers another directory and
 * polls: "CREATE a 1, CREATE b 1" or "CREATE b 1, CREATE a 1".
 * "both": two services watch the directory, and both tell: "CREATE a 1" twice.
 * "renamed": the directory itself gets another name, which is not covered.
 * "late": a thread makes a file while main registers and polls with a limit: "CREATE a 1" or "none".
 */
public class Watched {
    private static Path directory;
    private static Path inside;
    private static WatchService service;

    public static void main(String[] args) throws Exception {
        directory = Files.createTempDirectory("watched");
        inside = directory.resolve("inside");
        if (!args[0].equals("gone")) {
            Files.createDirectory(inside);
        }
        service = directory.getFileSystem().newWatchService();
        switch (args[0]) {
            case "made" -> {
                register();
                make("a");
                print(service.take());
            }
            case "polled" -> {
                register();
                make("a");
                print(service.poll());
            }
            case "two" -> {
                register();
                Thread other = Par.start(() -> {
                    make("a");
                    Files.delete(directory.resolve("a"));
                });
                print(service.take());
                other.join();
            }
            case "merged" -> merged();
            case "reset" -> reset();
            case "cancelled" -> {
                WatchKey key = register();
                key.cancel();
                make("a");
                System.out.print(key.isValid() + " ");
                print(service.poll(1, TimeUnit.SECONDS));
            }
            case "closed" -> closed();
            case "limit" -> {
                register();
                print(service.poll(1, TimeUnit.SECONDS));
            }
            case "never" -> {
                register();
                print(service.take());
            }
            case "gone" -> {
                WatchKey key = register();
                Files.delete(directory);
                service.take();
                System.out.println(key.reset());
            }
            case "elsewhere" -> {
                register();
                Files.createFile(inside.resolve("a"));
                print(service.poll(1, TimeUnit.SECONDS));
            }
            case "moved" -> {
                make("a");
                register();
                Files.move(directory.resolve("a"), directory.resolve("b"));
                print(service.take());
            }
            case "writers" -> {
                register();
                Par.run(() -> make("a"), () -> make("b"));
                handOn();
                print(service.poll());
            }
            case "both" -> {
                WatchService other = directory.getFileSystem().newWatchService();
                register();
                directory.register(other, StandardWatchEventKinds.ENTRY_CREATE);
                make("a");
                print(service.take());
                print(other.take());
            }
            case "renamed" -> {
                register();
                Path other = directory.resolveSibling(directory.getFileName() + "-other");
                Files.move(directory, other);
                Files.createFile(other.resolve("a"));
                print(service.take());
            }
            case "late" -> {
                Thread other = Par.start(() -> make("a"));
                register();
                print(service.poll(1, TimeUnit.SECONDS));
                other.join();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static WatchKey register() throws Exception {
        return directory.register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE);
    }

    private static void make(String name) throws Exception {
        Files.createFile(directory.resolve(name));
    }

    private static void merged() throws Exception {
        make("a");
        register();
        try (var out = Files.newOutputStream(directory.resolve("a"))) {
            out.write(1);
            out.write(2);
        }
        handOn();
        print(service.poll());
    }

    /** The service hands on what there was before it does what it is asked for. */
    private static void handOn() throws Exception {
        inside.register(service, StandardWatchEventKinds.ENTRY_DELETE);
    }

    private static void reset() throws Exception {
        register();
        make("a");
        WatchKey key = service.take();
        make("b");
        print(key);
        key.reset();
        print(service.poll(1, TimeUnit.SECONDS));
    }

    private static void closed() throws Exception {
        Thread taker = Par.start(() -> {
            try {
                service.take();
            } catch (ClosedWatchServiceException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        });
        service.close();
        taker.join();
    }

    private static void print(WatchKey key) {
        if (key == null) {
            System.out.println("none");
            return;
        }
        StringBuilder text = new StringBuilder();
        for (WatchEvent<?> event : key.pollEvents()) {
            text.append(text.length() == 0 ? "" : ", ").append(event.kind().name().substring("ENTRY_".length()));
            text.append(" ").append(event.context()).append(" ").append(event.count());
        }
        System.out.println(text);
    }
}
