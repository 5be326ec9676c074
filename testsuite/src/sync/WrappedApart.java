import java.nio.ByteBuffer;

/**
 * One thread wraps an array into a buffer and puts 1 through it, if another one has not told it to give up; one more
 * reads the element, if it has not been told to give up. Whoever gives up does nothing else, so an execution in which
 * both happen need not be run to know what either does. "wraps": both wrap the array, and one of them reads through
 * its buffer.
 *
 * Outcomes: nothing is read, 0 or 1.
 */
public class WrappedApart {
    static final byte[] ARRAY = new byte[4];
    static volatile boolean stopWriter;
    static volatile boolean stopReader;
    static volatile String seen = "";

    public static void main(String[] args) throws InterruptedException {
        boolean wraps = args.length > 0;
        Par.run(() -> stopWriter = true, () -> stopReader = true, () -> {
            if (!stopWriter) {
                ByteBuffer.wrap(ARRAY).put(0, (byte) 1);
            }
        }, () -> {
            if (!stopReader) {
                seen = "" + (wraps ? ByteBuffer.wrap(ARRAY).get(0) : ARRAY[0]);
            }
        });
        System.out.println(seen);
    }
}
