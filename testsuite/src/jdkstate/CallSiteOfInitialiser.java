import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/**
 * A static initialiser makes a call site and a handle that calls what the site has for a target, with another type. One thread sets the target, main
 * calls the handle twice.
 *
 * Outcomes: 1 1, 1 2, 2 2. Not 2 1: it is set once.
 */
public class CallSiteOfInitialiser {
    private static final MutableCallSite SITE = new MutableCallSite(MethodHandles.constant(int.class, 1));
    private static final MethodHandle CALL = SITE.dynamicInvoker().asType(MethodType.methodType(long.class));

    public static void main(String[] args) throws Throwable {
        Thread t = new Thread(() -> SITE.setTarget(MethodHandles.constant(int.class, 2)));
        t.start();
        long first = (long) CALL.invokeExact();
        System.out.println(first + " " + (long) CALL.invokeExact());
        t.join();
    }
}
