import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Two threads add 1 to a number in an array of bytes, by a view. It is 2 then, or 1 if both have read 0; aligned accesses are atomic.
 */
public class ViewOfBytes {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    public static void main(String[] args) throws InterruptedException {
        byte[] shared = new byte[8];
        Runnable add = () -> INTS.set(shared, 0, (int) INTS.get(shared, 0) + 1);
        Thread t = new Thread(add);
        t.start();
        add.run();
        t.join();
        System.out.println(shared[0] + shared[3]);
    }
}
