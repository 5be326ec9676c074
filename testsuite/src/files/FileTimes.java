import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * When files were last changed: the time of a file that the program has changed is its own, the same in each execution,
 * and never before what the program's clock said before the change.
 *
 * "made": a new file is not older than the clock was, and the clock is not behind it: "true true".
 * "kept": neither looking at a file, nor opening it for writing, nor what changes who may read it makes it younger, but
 * writing does: "true true true".
 * "set": a time that the program has set stays, also where the file gets another name or is copied with its
 * attributes, and is over with the next write: "1000 1000 1000 true".
 * "directory": who makes a file changes the directory that it is in: "true".
 * "race": one thread writes, main looks: what main finds is the old time or a later one: "old" or "new".
 * "clocks": a thread sleeps and writes; another waits for it, then writes itself: no file is older than what was there
 * before it: "true".
 * "reopened": who opens a file for writing long after it was written, and writes nothing, makes it no younger: "true".
 * "linked": one more name makes a file no younger, under neither: "1000 1000".
 * "later": what the program makes is not older than a file that was there before, though the clock of a check may begin
 * before that was made: "true true".
 * "open": who sets the time of a file in an open directory finds it, and who may use it is put back: "1000 true".
 * "made by two": two threads make one directory, main looks whether it is there: it may be, or not, whoever makes it.
 */
public class FileTimes {
    private static final long OLD = 1_000_000_000_000L;

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "made" -> made();
            case "kept" -> kept();
            case "set" -> set();
            case "directory" -> directory();
            case "race" -> race();
            case "clocks" -> clocks();
            case "reopened" -> reopened();
            case "linked" -> linked();
            case "later" -> later();
            case "open" -> open();
            case "made by two" -> madeByTwo();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void made() throws IOException {
        long before = System.currentTimeMillis();
        Path file = Files.createTempFile("times", ".txt");
        Files.writeString(file, "new");
        long time = file.toFile().lastModified();
        // A file system may count in full seconds.
        System.out.println((time >= before - 1000) + " " + (time <= System.currentTimeMillis()));
    }

    private static Path old() throws IOException {
        Path file = Files.createTempFile("times", ".txt");
        Files.writeString(file, "old");
        Files.setLastModifiedTime(file, FileTime.fromMillis(OLD));
        return file;
    }

    private static void kept() throws IOException {
        Path file = old();
        File same = file.toFile();
        new RandomAccessFile(same, "rw").close();
        boolean opened = same.lastModified() == OLD;
        boolean restricted = same.setExecutable(true) && Files.getLastModifiedTime(file).toMillis() == OLD;
        try (RandomAccessFile open = new RandomAccessFile(same, "rw")) {
            open.write(1);
        }
        System.out.println(opened + " " + restricted + " " + (same.lastModified() > OLD));
    }

    private static void set() throws IOException {
        Path file = Files.createTempFile("times", ".txt");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1000));
        long first = Files.getLastModifiedTime(file).toMillis();
        Path moved = file.resolveSibling(file.getFileName() + ".moved");
        Files.move(file, moved);
        long second = moved.toFile().lastModified();
        Path copied = file.resolveSibling(file.getFileName() + ".copied");
        Files.copy(moved, copied, StandardCopyOption.COPY_ATTRIBUTES);
        long third = Files.readAttributes(copied, java.nio.file.attribute.BasicFileAttributes.class)
                .lastModifiedTime().toMillis();
        Files.writeString(moved, "more");
        System.out.println(first + " " + second + " " + third + " " + (moved.toFile().lastModified() > 1000));
    }

    private static void directory() throws IOException {
        Path directory = Files.createTempDirectory("times");
        Files.setLastModifiedTime(directory, FileTime.fromMillis(OLD));
        Files.createFile(directory.resolve("new"));
        System.out.println(Files.getLastModifiedTime(directory).toMillis() > OLD);
    }

    private static void race() throws Exception {
        Path file = old();
        Thread writer = new Thread(() -> write(file, "new"));
        writer.start();
        System.out.println(file.toFile().lastModified() == OLD ? "old" : "new");
        writer.join();
    }

    private static void clocks() throws Exception {
        Path first = old();
        Path second = old();
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(5000);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            write(first, "new");
        });
        sleeper.start();
        sleeper.join();
        write(second, "new");
        System.out.println(second.toFile().lastModified() >= first.toFile().lastModified());
    }

    private static void reopened() throws Exception {
        Path file = Files.createTempFile("times", ".txt");
        Files.writeString(file, "new");
        Thread.sleep(50);
        long later = System.currentTimeMillis();
        Thread.sleep(50);
        new RandomAccessFile(file.toFile(), "rw").close();
        System.out.println(file.toFile().lastModified() < later);
    }

    private static void linked() throws IOException {
        Path file = Files.createTempFile("times", ".txt");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1000));
        Path link = file.resolveSibling(file.getFileName() + ".linked");
        Files.createLink(link, file);
        System.out.println(Files.getLastModifiedTime(link).toMillis() + " " + file.toFile().lastModified());
    }

    private static void later() throws Exception {
        Path there = Path.of(FileTimes.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                .resolve("FileTimes.class");
        boolean begins = there.toFile().lastModified() <= System.currentTimeMillis();
        Path file = Files.createTempFile("times", ".txt");
        Files.writeString(file, "new");
        System.out.println(begins + " " + (file.toFile().lastModified() >= there.toFile().lastModified()));
    }

    private static void open() throws IOException {
        Path directory = Files.createTempDirectory("times");
        Path file = Files.createFile(directory.resolve("open"));
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            PosixFileAttributeView view = ((SecureDirectoryStream<Path>) stream)
                    .getFileAttributeView(file.getFileName(), PosixFileAttributeView.class);
            view.setTimes(FileTime.fromMillis(1000), null, null);
            view.setPermissions(PosixFilePermissions.fromString("rwx------"));
        }
        System.out.println(file.toFile().lastModified() + " " + file.toFile().canExecute());
    }

    private static void madeByTwo() throws Exception {
        File directory = Files.createTempDirectory("times").toFile();
        directory.lastModified();
        File made = new File(directory, "made");
        boolean[] makes = new boolean[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int number = i;
            threads[i] = new Thread(() -> makes[number] = made.mkdir());
            threads[i].start();
        }
        boolean is = made.exists();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(makes[0] + " " + makes[1] + " " + is);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
