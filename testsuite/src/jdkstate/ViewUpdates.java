import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Two threads add 1 to numbers in a short and in a long array of bytes, by a view: at 0 in one access, at 4 in two.
 *
 * (Newer JDKs allow plain accesses alone; there a lock makes the update of 0 one step.)
 *
 * At 0 there is 2 in the end, as no update is lost. At 4 there is 2, or 1 if both have read 0; that is so in each of
 * the arrays, whatever happened in the other one.
 */
public class ViewUpdates {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final boolean PLAIN_ONLY = Runtime.version().feature() > 21;

    private static void add(byte[] shared) {
        if (PLAIN_ONLY) {
            synchronized (INTS) {
                INTS.set(shared, 0, (int) INTS.get(shared, 0) + 1);
            }
            INTS.set(shared, 4, (int) INTS.get(shared, 4) + 1);
            return;
        }
        int seen;
        do {
            seen = (int) INTS.getVolatile(shared, 0);
        } while (!INTS.compareAndSet(shared, 0, seen, seen + 1));
        INTS.setVolatile(shared, 4, (int) INTS.getVolatile(shared, 4) + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        byte[] small = new byte[8];
        byte[] large = new byte[300];
        Runnable add = () -> {
            add(small);
            add(large);
        };
        Thread t = new Thread(add);
        t.start();
        add.run();
        t.join();
        System.out.println(small[0] + " " + small[4] + " " + large[0] + " " + large[4]);
    }
}
