import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * Unsafe reaches static fields by where the JVM keeps them: the same locations as for plain code. As
 * UnsafeReachesTheField, and a volatile write
 * and an ordered one that the other thread reads in the opposite order.
 *
 * <p>x: the plain increment reads 0 or 10; if it read 0 and writes after the addition, the addition is lost: 1, else
 * 11. The
 * compare-and-swap comes after that in both threads, so either of them wins with either value. With the argument
 * "puts": w is written
 * last and read first, so 1 is read of it only if 1 is read of v: 0 0, 0 1, 1 1.
 */
public class UnsafeStaticFields {
    static final Unsafe UNSAFE;
    static final Object BASE;
    static final long X;
    static final long Y;
    static final long V;
    static final long W;

    static {
        try {
            Field unsafe = Unsafe.class.getDeclaredField("theUnsafe");
            unsafe.setAccessible(true);
            UNSAFE = (Unsafe) unsafe.get(null);
            BASE = UNSAFE.staticFieldBase(Shared.class.getDeclaredField("x"));
            X = UNSAFE.staticFieldOffset(Shared.class.getDeclaredField("x"));
            Y = UNSAFE.staticFieldOffset(Shared.class.getDeclaredField("y"));
            V = UNSAFE.staticFieldOffset(Shared.class.getDeclaredField("v"));
            W = UNSAFE.staticFieldOffset(Shared.class.getDeclaredField("w"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static class Shared {
        static int x;
        static int y;
        static int v;
        static long w;
    }

    static boolean first;
    static boolean second;
    static long read;

    public static void main(String[] args) throws InterruptedException {
        if (args.length > 0) {
            Par.run(() -> {
                UNSAFE.putIntVolatile(BASE, V, 1);
                UNSAFE.putOrderedLong(BASE, W, 1);
            }, () -> {
                read = Shared.w;
                first = UNSAFE.getInt(BASE, V) == 1;
            });
            System.out.println(read + " " + (first ? 1 : 0));
            return;
        }
        Par.run(() -> {
            UNSAFE.getAndAddInt(BASE, X, 10);
            first = UNSAFE.compareAndSwapInt(BASE, Y, 0, 1);
        }, () -> {
            Shared.x++;
            second = UNSAFE.compareAndSwapInt(BASE, Y, 0, 2);
        });
        System.out.println(Shared.x + " " + first + " " + second);
    }
}
