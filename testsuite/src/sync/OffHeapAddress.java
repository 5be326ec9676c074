import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * Memory that Unsafe has allocated is reached by its address, which threads hand on.
 *
 * <p>Without arguments: one thread writes 7, the other reads: 0, 7. "both": both threads allocate, and one hands on the
 * address of what it has written 5 to:
 * the other finds none or reads 5. "bulk": one thread copies an array of 7s into the memory, the other copies the
 * memory into an array: 0 or 7 in its
 * first element.
 */
public class OffHeapAddress {
    static final Unsafe UNSAFE;

    static {
        try {
            Field unsafe = Unsafe.class.getDeclaredField("theUnsafe");
            unsafe.setAccessible(true);
            UNSAFE = (Unsafe) unsafe.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static volatile long address;
    static String read;

    public static void main(String[] args) throws InterruptedException {
        if (args.length > 0 && args[0].equals("both")) {
            Par.run(() -> {
                long own = UNSAFE.allocateMemory(16);
                UNSAFE.putInt(own, 5);
                address = own;
            }, () -> {
                long own = UNSAFE.allocateMemory(16);
                UNSAFE.putInt(own, 3);
                long found = address;
                read = found == 0 ? "none" : "" + UNSAFE.getInt(found);
                UNSAFE.freeMemory(own);
            });
            System.out.println(read);
            return;
        }
        address = UNSAFE.reallocateMemory(UNSAFE.allocateMemory(4), 8);
        UNSAFE.putLong(address, 0);
        if (args.length > 0) {
            byte[] sevens = {7, 7};
            byte[] copy = new byte[2];
            long base = Unsafe.ARRAY_BYTE_BASE_OFFSET;
            Par.run(() -> UNSAFE.copyMemory(sevens, base, null, address, 2),
                    () -> UNSAFE.copyMemory(null, address, copy, base, 2));
            System.out.println(copy[0]);
        } else {
            Par.run(() -> UNSAFE.putInt(address, 7), () -> read = "" + UNSAFE.getInt(address));
            System.out.println(read);
        }
    }
}
