import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A method reads a stream into an array, and the stream calls the method again for another array: the same call runs
 * twice, one inside the other, and each writes its own array when it is over.
 *
 * The inner array is written before the outer one; the other thread reads the inner one first. Outcomes: each of them
 * with 0 or with what is written, in all combinations.
 */
public class NestedReads {
    static final byte[] OUTER = new byte[1];
    static final byte[] INNER = new byte[1];

    static void fill(int depth, byte[] into) throws IOException {
        InputStream source = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError();
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (depth > 0) {
                    fill(depth - 1, INNER);
                }
                bytes[offset] = (byte) (depth + 1);
                return 1;
            }
        };
        new BufferedInputStream(source, 4).read(into);
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            System.out.println(INNER[0] + " " + OUTER[0]);
        });
        t.start();
        fill(1, OUTER);
        t.join();
    }
}
