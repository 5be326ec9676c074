import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A {@code VarHandle} that was asked of a subclass for a field that this inherits: the same location as that of the superclass and of the
 * instruction.
 *
 * Outcomes: two threads read and then write 1 more; so 2 if one is through before the other begins, else 1. The atomic ones always make 2.
 */
public class InheritedHandle {
    static class Base {
        long value;
        volatile int exact;
    }

    static class Sub extends Base {
    }

    static final VarHandle VALUE, OF_BASE, EXACT;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Sub.class, "value", long.class);
            OF_BASE = MethodHandles.lookup().findVarHandle(Base.class, "value", long.class);
            EXACT = MethodHandles.lookup().findVarHandle(Sub.class, "exact", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Sub sub = new Sub();
        Thread t1 = new Thread(() -> {
            VALUE.setVolatile(sub, (long) OF_BASE.getVolatile(sub) + 1);
            EXACT.getAndAdd(sub, 1);
        });
        Thread t2 = new Thread(() -> {
            VALUE.setVolatile(sub, (long) VALUE.getVolatile(sub) + 1);
            EXACT.getAndAdd(sub, 1);
        });
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(sub.value + " " + sub.exact);
    }
}
