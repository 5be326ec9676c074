import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Locks of a file belong to the JVM, whichever of its channels has asked for them: who asks for bytes that are locked
 * gets an exception, and does not wait.
 *
 * "channel": the same channel asks twice. Always "OverlappingFileLockException".
 * "apart": two channels lock bytes that are apart, in two threads. Always "ok ok".
 * "released": a thread releases the lock, main tries to get one through another channel. It comes before or after:
 * "OverlappingFileLockException" or "ok".
 * "shared": locks to read overlap as well, to the JVM: "OverlappingFileLockException".
 * "closed": a thread closes the channel through which main asks for a lock: "ok" or "ClosedChannelException"; or, if it
 * is closed in the middle, "AsynchronousCloseException", which is not covered.
 */
public class Locked {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("locked", ".txt");
        FileChannel one = open(file);
        FileChannel two = open(file);
        switch (args[0]) {
            case "channel" -> {
                one.lock();
                System.out.println(attempt(one, 0));
            }
            case "apart" -> {
                String[] results = new String[2];
                Par.run(() -> results[0] = attempt(one, 0), () -> results[1] = attempt(two, 10));
                System.out.println(results[0] + " " + results[1]);
            }
            case "released" -> {
                FileLock lock = one.lock(0, 10, false);
                Thread other = Par.start(lock::release);
                System.out.println(attempt(two, 0));
                other.join();
            }
            case "shared" -> {
                FileChannel reader = FileChannel.open(file, StandardOpenOption.READ);
                one.lock();
                try {
                    reader.tryLock(0, 10, true);
                    System.out.println("ok");
                } catch (OverlappingFileLockException e) {
                    System.out.println(e.getClass().getSimpleName());
                }
            }
            case "closed" -> {
                Thread other = Par.start(one::close);
                System.out.println(attempt(one, 0));
                other.join();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.WRITE);
    }

    private static String attempt(FileChannel channel, long position) throws IOException {
        try {
            return channel.tryLock(position, 10, false) == null ? "none" : "ok";
        } catch (OverlappingFileLockException | ClosedChannelException e) {
            return e.getClass().getSimpleName();
        }
    }
}
