import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Waiting by reflection, notifying through a method handle: the same monitor and the same wait set as by instruction.
 * Who owns nothing is told so.
 *
 * Possible: "waited 0" if the flag is set first, "waited 1" if the waiter comes first (nobody wakes it but the
 * notifier); each after
 * "IllegalMonitorStateException".
 */
public class ReflectiveWait {
    static final Object monitor = new Object();
    static boolean flag;
    static int waited;

    public static void main(String[] args) throws Throwable {
        Method await = Object.class.getMethod("wait", long.class);
        MethodHandle notifyAll =
                MethodHandles.lookup().findVirtual(Object.class, "notifyAll", MethodType.methodType(void.class));
        MethodHandle notifyBound =
                MethodHandles.lookup().bind(monitor, "notify", MethodType.methodType(void.class));
        try {
            Object.class.getMethod("notify").invoke(monitor);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause().getClass().getSimpleName());
        }
        Thread waiter = Par.start(() -> {
            synchronized (monitor) {
                while (!flag) {
                    waited++;
                    await.invoke(monitor, 0L);
                }
            }
        });
        synchronized (monitor) {
            flag = true;
            notifyBound.invokeExact();
            notifyAll.invokeWithArguments(monitor);
        }
        waiter.join();
        System.out.println("waited " + waited);
    }
}
