import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Two threads use a view of a buffer as numbers; each adds 1, in two steps.
 *
 * Possible: 1 (one is lost), 2.
 */
public class ViewOfBuffer {
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    public static void main(String[] args) throws InterruptedException {
        ByteBuffer shared = ByteBuffer.allocateDirect(8);
        Runnable add = () -> INTS.set(shared, 0, (int) INTS.get(shared, 0) + 1);
        Thread t = new Thread(add);
        t.start();
        add.run();
        t.join();
        System.out.println((int) INTS.get(shared, 0));
    }
}
