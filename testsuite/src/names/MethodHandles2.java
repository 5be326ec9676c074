import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Two method handles of one type are two values, although they print the same: who reads the field calls what he has found.
 *
 * Outcomes: 1 (the thread has not written yet), 2.
 */
public class MethodHandles2 {
    static MethodHandle handle;

    static int one() {
        return 1;
    }

    static int two() {
        return 2;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(int.class);
        MethodHandle second = lookup.findStatic(MethodHandles2.class, "two", type);
        handle = lookup.findStatic(MethodHandles2.class, "one", type);
        Thread writer = new Thread(() -> handle = second);
        writer.start();
        int called = (int) handle.invokeExact();
        writer.join();
        System.out.println(called);
    }
}
