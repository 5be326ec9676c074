import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * Unsafe reaches the same location as plain code: an atomic addition can be lost in a plain increment. A compare-and-swap from the same value
 * succeeds once.
 *
 * <p>x: the plain increment reads 0 or 10; if it read 0 and writes after the addition, the addition is lost: 1, else 11. The
 * compare-and-swap comes after that in both threads, so either of them wins with either value.
 */
public class UnsafeReachesTheField {
    static final Unsafe UNSAFE;
    static final long X;
    static final long Y;

    static {
        try {
            Field unsafe = Unsafe.class.getDeclaredField("theUnsafe");
            unsafe.setAccessible(true);
            UNSAFE = (Unsafe) unsafe.get(null);
            X = UNSAFE.objectFieldOffset(UnsafeReachesTheField.class.getDeclaredField("x"));
            Y = UNSAFE.objectFieldOffset(UnsafeReachesTheField.class.getDeclaredField("y"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static final UnsafeReachesTheField shared = new UnsafeReachesTheField();
    static boolean first;
    static boolean second;
    int x;
    int y;

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> {
            UNSAFE.getAndAddInt(shared, X, 10);
            first = UNSAFE.compareAndSwapInt(shared, Y, 0, 1);
        }, () -> {
            shared.x++;
            second = UNSAFE.compareAndSwapInt(shared, Y, 0, 2);
        });
        System.out.println(shared.x + " " + first + " " + second);
    }
}
