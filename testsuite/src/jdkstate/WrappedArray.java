import java.nio.ByteBuffer;
import java.nio.CharBuffer;

/**
 * Buffers that a static initialiser has wrapped around arrays, before and after it has written to these. The thread writes the first array by instruction
 * and the second through its buffer; main reads in the other order, the second array by instruction and the first through its buffer.
 *
 * Outcomes: b 1, b 2, z 2. Not z 1: the first array was written before the second.
 */
public class WrappedArray {
    private static final byte[] BYTES = {1, 0};
    private static final ByteBuffer OF_BYTES = ByteBuffer.wrap(BYTES);
    private static final char[] CHARS = new char[3];
    private static final CharBuffer OF_CHARS = CharBuffer.wrap(CHARS, 1, 2).slice();

    static {
        CHARS[1] = 'a';
        OF_CHARS.put(0, 'b');
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            BYTES[0] = 2;
            OF_CHARS.put(0, 'z');
        });
        t.start();
        char second = CHARS[1];
        System.out.println(second + " " + OF_BYTES.get(0));
        t.join();
    }
}
