import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * Two threads use memory outside of the heap by its address. Each asks native code for the address, which differs from execution to execution. Main writes 1 before the
 * other thread begins, which writes 2; then main reads.
 *
 * Outcomes: 1, 2.
 */
public class NativeMemory {
    static native long address();

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        long address = address();
        unsafe.putInt(address, 1);
        Thread writer = new Thread(() -> unsafe.putInt(address(), 2));
        writer.start();
        int read = unsafe.getInt(address);
        writer.join();
        System.out.println(read);
    }
}
