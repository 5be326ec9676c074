import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * One field, reached by a VarHandle, by an updater and by plain code; an atomic class beside it.
 * 
 * Both increments of the field are atomic, so it ends as 2; so does the AtomicInteger. The plain read
 * comes before, between or after the two increments of the other thread.
 */
public class AtomicAccesses {
    static final VarHandle HANDLE;
    static final AtomicIntegerFieldUpdater<AtomicAccesses> UPDATER =
            AtomicIntegerFieldUpdater.newUpdater(AtomicAccesses.class, "field");

    static {
        try {
            HANDLE = MethodHandles.lookup().findVarHandle(AtomicAccesses.class, "field", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static final AtomicAccesses SHARED = new AtomicAccesses();
    static final AtomicInteger COUNTER = new AtomicInteger();
    volatile int field;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            HANDLE.getAndAdd(SHARED, 1);
            UPDATER.incrementAndGet(SHARED);
            COUNTER.incrementAndGet();
        });
        other.start();
        int seen = SHARED.field;
        COUNTER.compareAndSet(1, 1);
        COUNTER.addAndGet(1);
        other.join();
        System.out.println(seen + " " + SHARED.field + " " + COUNTER.get());
    }
}
