import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A plain increment, one by a VarHandle, one by an updater: all of the same field. The two atomic ones are never lost to one another; each may be lost
 * in the plain one, if it comes between the plain read and write.
 *
 * <p>The plain increment reads 0, 1 or 2 of the others' increments, and those that come between are lost: it writes one more than it has read, and what comes after
 * the write counts. So the end is 3 less the number lost, which is 0, 1 or 2. Possible: 1, 2, 3.
 */
public class OneFieldThreeWays {
    static final VarHandle HANDLE;
    static final AtomicIntegerFieldUpdater<OneFieldThreeWays> UPDATER =
            AtomicIntegerFieldUpdater.newUpdater(OneFieldThreeWays.class, "field");

    static {
        try {
            HANDLE = MethodHandles.lookup().findVarHandle(OneFieldThreeWays.class, "field", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static final OneFieldThreeWays shared = new OneFieldThreeWays();
    volatile int field;

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> shared.field++, () -> HANDLE.getAndAdd(shared, 1), () -> UPDATER.incrementAndGet(shared));
        System.out.println(shared.field);
    }
}
