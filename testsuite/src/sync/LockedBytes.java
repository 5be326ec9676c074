import java.io.ByteArrayOutputStream;

/**
 * A thread writes twice to a stream while it holds the stream's monitor, which the stream's own methods take.
 *
 * Possible: 0, 2. The size is asked for before or after the block, never inside; the owner's own calls are reentrant.
 */
public class LockedBytes {
    static final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public static void main(String[] args) throws InterruptedException {
        int[] size = new int[1];
        Par.run(() -> {
            synchronized (bytes) {
                bytes.write(1);
                bytes.write(2);
            }
        }, () -> size[0] = bytes.size());
        System.out.println(size[0]);
    }
}
