import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread parks and sleeps by reflection and through handles; main gives it its permit and interrupts it in the same
 * way.
 *
 * Possible: "interrupted" if the interrupt comes before the end of the sleep, "slept" if it comes after it. The park
 * ends in either case, and main holds the
 * lock that it asks about (true), and the thread has ended (false).
 */
public class ReflectiveThreads {
    static String seen;

    static void sleep() throws Exception {
        try {
            Thread.class.getMethod("sleep", long.class).invoke(null, 10L);
            seen = "slept";
        } catch (InvocationTargetException e) {
            seen = e.getCause() instanceof InterruptedException ? "interrupted" : e.toString();
        }
    }

    public static void main(String[] args) throws Throwable {
        Object lock = new Object();
        MethodHandle park =
                MethodHandles.lookup().findStatic(LockSupport.class, "park", MethodType.methodType(void.class));
        Thread t = Par.thread(() -> {
            try {
                park.invokeExact();
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
            sleep();
        });
        Thread.class.getMethod("start").invoke(t);
        LockSupport.class.getMethod("unpark", Thread.class).invoke(null, t);
        Thread.class.getMethod("interrupt").invoke(t);
        Thread.class.getMethod("join", long.class).invoke(t, 0L);
        synchronized (lock) {
            boolean holds = (Boolean) Thread.class.getMethod("holdsLock", Object.class).invoke(null, lock);
            boolean alive = (Boolean) Thread.class.getMethod("isAlive").invoke(t);
            System.out.println(seen + " " + holds + " " + alive);
        }
    }
}
