import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;

/**
 * Nobody can hold the lock of null: {@code holdsLock} throws, however it is called. The exception is the JVM's own,
 * without a message and with the frame of the native method.
 */
public class HoldsLockOfNull {
    public static void main(String[] args) throws Throwable {
        Object none = null;
        try {
            System.out.println(Thread.holdsLock(none));
        } catch (NullPointerException e) {
            System.out.println(e.getMessage() + " in " + e.getStackTrace()[0].getMethodName());
        }
        try {
            Thread.class.getMethod("holdsLock", Object.class).invoke(null, none);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause());
        }
        MethodHandle holds = MethodHandles.lookup()
                .findStatic(Thread.class, "holdsLock", MethodType.methodType(boolean.class, Object.class));
        try {
            System.out.println((boolean) holds.invokeExact(none));
        } catch (NullPointerException e) {
            System.out.println(e);
        }
    }
}
