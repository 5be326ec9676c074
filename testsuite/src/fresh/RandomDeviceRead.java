import java.io.FileInputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Two threads read random bytes of the system's device, each in its own way, and write them where the other looks. A
 * static initialiser reads some as well.
 *
 * They are the same in each execution, so the check can go on; and other ones each time that the device is opened, so
 * nothing is equal. Possible: the other's bytes are there or not (`false`), and never equal to one's own.
 */
public class RandomDeviceRead {
    static final byte[] FIRST = read(0);
    static volatile byte[] left;
    static volatile byte[] right;

    static byte[] read(int how) {
        byte[] bytes = new byte[16];
        try {
            if (how == 0) {
                try (FileInputStream in = new FileInputStream("/dev/urandom")) {
                    in.read(bytes);
                }
            } else if (how == 1) {
                try (java.io.InputStream in = Files.newInputStream(Path.of("/dev/urandom"))) {
                    in.read(bytes);
                }
            } else {
                try (RandomAccessFile in = new RandomAccessFile("/dev/urandom", "r")) {
                    in.readFully(bytes);
                }
            }
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
        return bytes;
    }

    public static void main(String[] args) throws InterruptedException {
        String[] seen = new String[2];
        Thread t = new Thread(() -> {
            left = read(1);
            byte[] other = right;
            seen[0] = (other != null) + " " + Arrays.equals(left, other);
        });
        t.start();
        right = read(2);
        byte[] other = left;
        seen[1] = (other != null) + " " + Arrays.equals(right, other);
        t.join();
        boolean again = Arrays.equals(read(0), read(0)) || Arrays.equals(FIRST, left) || Arrays.equals(left, new byte[16]);
        System.out.println(seen[0] + ", " + seen[1] + ", " + again);
    }
}
