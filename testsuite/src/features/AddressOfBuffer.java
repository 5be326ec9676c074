import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import sun.misc.Unsafe;

/**
 * A thread makes a direct buffer and tells the other one where its memory is, as queues over shared memory do; main
 * makes one as well.
 *
 * <p>Main reads the address before it is written, 0, or after. Then it is that of a buffer in use, so not where
 * main's own is, and the byte there is 7: "none" or "7 elsewhere".
 */
public class AddressOfBuffer {
    static final Unsafe UNSAFE;
    static final long ADDRESS;
    static volatile long told;

    static {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (Unsafe) field.get(null);
            ADDRESS = UNSAFE.objectFieldOffset(Buffer.class.getDeclaredField("address"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ByteBuffer first = ByteBuffer.allocateDirect(64);
        first.put(0, (byte) 7);
        Thread teller = new Thread(() -> {
            ByteBuffer second = ByteBuffer.allocateDirect(64);
            long address = UNSAFE.getLong(second, ADDRESS);
            told = address == UNSAFE.getLong(first, ADDRESS) ? -1 : address;
        });
        teller.start();
        long address = told;
        teller.join();
        byte seven = UNSAFE.getByte(UNSAFE.getLong(first, ADDRESS));
        System.out.println(address == 0 ? "none" : seven + (address == -1 ? " here" : " elsewhere"));
        Reference.reachabilityFence(first);
    }
}
