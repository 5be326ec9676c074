import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A lock of a file is held for the JVM. Two threads, each with a channel of its own, try to get it and keep it: the second one gets an exception,
 * whichever that is.
 *
 * Outcomes: main, other.
 */
public class FileLocksOfTwo {
    static volatile String late = "";

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mcr-locks", ".txt");
        FileChannel one = FileChannel.open(file, StandardOpenOption.WRITE);
        FileChannel two = FileChannel.open(file, StandardOpenOption.WRITE);
        Thread thread = new Thread(() -> lock(two, "other"));
        thread.start();
        lock(one, "main");
        thread.join();
        System.out.println(late);
    }

    static void lock(FileChannel channel, String who) {
        try {
            channel.tryLock();
        } catch (OverlappingFileLockException e) {
            late = who;
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
