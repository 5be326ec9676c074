import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/**
 * The invoker of a mutable call site calls the target of the moment: calling it reads the site.
 *
 * Outcomes: 1 1, 1 2 (the thread has set the target between the calls), 2 2. Not 2 1: it is set once.
 */
public class CallSiteInvoker {
    static int one() {
        return 1;
    }

    static int two() {
        return 2;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(int.class);
        MutableCallSite site = new MutableCallSite(lookup.findStatic(CallSiteInvoker.class, "one", type));
        MethodHandle second = lookup.findStatic(CallSiteInvoker.class, "two", type);
        MethodHandle invoker = site.dynamicInvoker();
        Thread setter = new Thread(() -> site.setTarget(second));
        setter.start();
        int first = (int) invoker.invokeExact();
        int then = (int) invoker.invokeExact();
        setter.join();
        System.out.println(first + " " + then);
    }
}
