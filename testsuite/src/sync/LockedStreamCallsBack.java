import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A buffered stream holds its monitor while it calls a stream of the program, which reads a field twice; the other
 * thread writes the field twice while it holds
 * the same monitor.
 *
 * Possible: 0 0, 2 2.
 */
public class LockedStreamCallsBack {
    static int field;
    static String seen;

    static class Below extends OutputStream {
        @Override public void write(int b) {
            int first = field;
            seen = first + " " + field;
        }

        @Override public void write(byte[] bytes, int offset, int length) {
            write(bytes[offset]);
        }
    }

    static final BufferedOutputStream stream = new BufferedOutputStream(new Below());

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> {
            try {
                stream.write(1);
                stream.flush();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }, () -> {
            synchronized (stream) {
                field = 1;
                field = 2;
            }
        });
        System.out.println(seen);
    }
}
