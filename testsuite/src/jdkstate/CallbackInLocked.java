import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Two threads read from a stream of the JDK, whose method is locked while it calls the program's stream: that counts, not atomically, but one call of it
 * ends before the next begins.
 *
 * Outcomes: 1 2, 2 1.
 */
public class CallbackInLocked {
    private static int count;
    private static int other;

    public static void main(String[] args) throws InterruptedException, IOException {
        InputStream in = new BufferedInputStream(new InputStream() {
            @Override
            public int read() {
                return ++count;
            }

            @Override
            public int read(byte[] into, int from, int length) {
                into[from] = (byte) ++count;
                return 1;
            }
        });
        Thread t = new Thread(() -> {
            try {
                other = in.read();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        int own = in.read();
        t.join();
        System.out.println(own + " " + other);
    }
}
