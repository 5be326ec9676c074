import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;

/**
 * Streams of the JDK call methods of the program, which read a field: one gives what is read, the other is text to be printed. What they have read
 * stays in the streams. The other thread sets the field once.
 *
 * Outcomes, read and again from the buffer, and printed: 0 0 0, 0 0 1, 1 1 1. Not 1 1 0: the text was made later. And what was read does not change.
 */
public class CallbackReads {
    private static int field;
    private static final BufferedInputStream IN = new BufferedInputStream(new InputStream() {
        @Override
        public int read() {
            return field;
        }

        @Override
        public int read(byte[] into, int from, int length) {
            into[from] = (byte) field;
            return 1;
        }
    });
    private static final ByteArrayOutputStream BYTES = new ByteArrayOutputStream();
    private static final PrintStream OUT = new PrintStream(BYTES, true);

    @Override
    public String toString() {
        return "" + field;
    }

    public static void main(String[] args) throws InterruptedException, IOException {
        Thread t = new Thread(() -> {
            try {
                IN.mark(1);
                IN.read();
                OUT.print(new CallbackReads());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        field = 1;
        t.join();
        IN.reset();
        int first = IN.read();
        IN.reset();
        System.out.println(first + " " + IN.read() + " " + BYTES);
    }
}
