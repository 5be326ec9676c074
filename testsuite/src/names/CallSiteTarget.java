import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/**
 * A mutable call site is an object with a state: one thread sets its target, another one asks for it.
 *
 * Outcomes: 1 (the thread has not set it yet), 2.
 */
public class CallSiteTarget {
    static int one() {
        return 1;
    }

    static int two() {
        return 2;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(int.class);
        MutableCallSite site = new MutableCallSite(lookup.findStatic(CallSiteTarget.class, "one", type));
        MethodHandle second = lookup.findStatic(CallSiteTarget.class, "two", type);
        Thread setter = new Thread(() -> site.setTarget(second));
        setter.start();
        int called = (int) site.getTarget().invokeExact();
        setter.join();
        System.out.println(called);
    }
}
