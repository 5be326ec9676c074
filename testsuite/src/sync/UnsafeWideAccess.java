import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * A long in eight elements of an array of bytes, by Unsafe: the elements are the same locations as for plain code, and
 * an aligned access is atomic.
 *
 * <p>Without arguments: one thread writes all eight, the other reads one of them and then all: the first is 0 or 7, and
 * 7 only if the long
 * was written before: 0 0, 0 all, 7 all. "swap": two threads compare and swap from the same value; one of them wins,
 * and the bytes of its value are there.
 * "bytes": one thread writes the element 1, the other reads the elements 0 to 3 as an int: 0 or 256 (x86 begins with
 * the lowest byte).
 *
 * <p>"apart": two elements as a short that is not aligned, written by one thread and read by the other, so each byte by
 * itself: 0, 255, -256 or -1. "half": the upper half of a long, written as an int; the other thread reads the long, all
 * of which is 0 or has the new half: nothing else is in the lower one at any time. "low": a compare-and-set whose
 * expectation is right in the lowest byte alone; it fails, and the other thread finds 0 there.
 */
public class UnsafeWideAccess {
    static final Unsafe UNSAFE;
    static final long BASE = Unsafe.ARRAY_BYTE_BASE_OFFSET;
    static final long ALL = 0x0707070707070707L;

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
    static final long[] longs = new long[1];
    static byte one;
    static long all;
    static boolean first;
    static boolean second;

    public static void main(String[] args) throws InterruptedException {
        switch (args.length == 0 ? "" : args[0]) {
            case "swap":
                Par.run(() -> first = UNSAFE.compareAndSwapLong(shared, BASE, 0, 1),
                        () -> second = UNSAFE.compareAndSwapLong(shared, BASE, 0, 2));
                System.out.println(first + " " + second + " " + shared[0]);
                break;
            case "bytes":
                Par.run(() -> shared[1] = 1, () -> all = UNSAFE.getInt(shared, BASE));
                System.out.println(all);
                break;
            case "apart":
                Par.run(() -> UNSAFE.putShort(shared, BASE + 1, (short) -1),
                        () -> all = UNSAFE.getShort(shared, BASE + 1));
                System.out.println(all);
                break;
            case "half":
                Par.run(() -> UNSAFE.putInt(longs, Unsafe.ARRAY_LONG_BASE_OFFSET + 4L, 5), () -> all = longs[0]);
                System.out.println((all >> 32) + " " + (int) all);
                break;
            case "low":
                Par.run(() -> first = UNSAFE.compareAndSwapLong(shared, BASE, 0x100, 0x101), () -> one = shared[0]);
                System.out.println(first + " " + one + " " + shared[0]);
                break;
            default:
                Par.run(() -> UNSAFE.putLong(shared, BASE, ALL), () -> {
                    one = shared[3];
                    all = UNSAFE.getLong(shared, BASE);
                });
                System.out.println(one + " " + (all == ALL ? "all" : all));
        }
    }
}
