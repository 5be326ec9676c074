import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One thread closes its channel, and with it goes the lock that it has; the other one tries to get one meanwhile.
 *
 * Outcomes: false (the lock was still held), true.
 */
public class FileLockReleased {
    static boolean locked;

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mcr-released", ".txt");
        FileChannel one = FileChannel.open(file, StandardOpenOption.WRITE);
        FileChannel two = FileChannel.open(file, StandardOpenOption.WRITE);
        one.lock();
        Thread thread = new Thread(() -> {
            try {
                locked = two.tryLock() != null;
            } catch (OverlappingFileLockException e) {
                locked = false;
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        one.close();
        thread.join();
        System.out.println(locked);
    }
}
