import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.CharArrayReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;

/**
 * Streams that read arrays which the thread writes: it sets the character and then the byte. Main reads the byte, through a buffer that copies, and then
 * the character.
 *
 * Outcomes: 0 a, 0 b, 1 b. Not 1 a. Afterwards the byte is read again, from the copy, and is the same.
 */
public class StreamsOverArrays {
    private static final byte[] BYTES = new byte[1];
    private static final char[] CHARS = {'a'};
    private static final InputStream IN = new BufferedInputStream(new ByteArrayInputStream(BYTES));
    private static final Reader READER = new CharArrayReader(CHARS);

    public static void main(String[] args) throws InterruptedException, IOException {
        Thread t = new Thread(() -> {
            CHARS[0] = 'b';
            BYTES[0] = 1;
        });
        t.start();
        IN.mark(1);
        int first = IN.read();
        System.out.println(first + " " + (char) READER.read());
        t.join();
        IN.reset();
        if (IN.read() != first) {
            throw new AssertionError("copied twice");
        }
    }
}
