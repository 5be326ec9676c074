import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Two threads use a view of an array of bytes as numbers. That is not seen, and the report says so: not "complete".
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
    }
}
