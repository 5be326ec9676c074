import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * Unsafe.setMemory and copyMemory read and write elements of arrays: the same locations as for plain code.
 *
 * <p>Without arguments: one thread fills the array with 7, the other reads an element: 0, 7. "copy": one thread writes
 * 5 to the element that the other
 * copies: 0, 5.
 */
public class UnsafeBulk {
    static final Unsafe UNSAFE;
    static final long BASE = Unsafe.ARRAY_BYTE_BASE_OFFSET;

    static {
        try {
            Field unsafe = Unsafe.class.getDeclaredField("theUnsafe");
            unsafe.setAccessible(true);
            UNSAFE = (Unsafe) unsafe.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static final byte[] shared = new byte[8];
    static final byte[] copy = new byte[8];
    static int read;

    public static void main(String[] args) throws InterruptedException {
        if (args.length == 0) {
            Par.run(() -> UNSAFE.setMemory(shared, BASE, 8L, (byte) 7), () -> read = shared[5]);
            System.out.println(read);
        } else {
            Par.run(() -> UNSAFE.copyMemory(shared, BASE + 2, copy, BASE, 4L), () -> shared[3] = 5);
            System.out.println(copy[1]);
        }
    }
}
