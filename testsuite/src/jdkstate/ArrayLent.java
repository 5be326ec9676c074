import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream of the program is below one of the JDK, which lends it its own array each time; it gives that on to a stream of its own. Two threads write a byte
 * each, in one go.
 *
 * Outcomes: 12, 21.
 */
public class ArrayLent {
    private static final ByteArrayOutputStream BYTES = new ByteArrayOutputStream();
    private static final BufferedOutputStream OUT = new BufferedOutputStream(new OutputStream() {
        @Override
        public void write(int value) {
            BYTES.write(value);
        }

        @Override
        public void write(byte[] from, int begin, int length) {
            BYTES.write(from, begin, length);
        }
    }, 4);

    private static void write(int value) {
        try {
            synchronized (OUT) {
                OUT.write(value);
                OUT.flush();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> write('2'));
        t.start();
        write('1');
        t.join();
        System.out.println(BYTES);
    }
}
