import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.SwitchPoint;

/**
 * A handle of a switch point calls one of two targets. A thread invalidates the point, which is in an array then; main calls the handle twice.
 *
 * Outcomes: 1 1, 1 2, 2 2. Not 2 1: it stays invalid.
 */
public class SwitchPointOfInitialiser {
    private static final SwitchPoint POINT = new SwitchPoint();
    private static final MethodHandle CALL = POINT.guardWithTest(MethodHandles.constant(int.class, 1), MethodHandles.constant(int.class, 2));

    public static void main(String[] args) throws Throwable {
        Thread t = new Thread(() -> SwitchPoint.invalidateAll(new SwitchPoint[] {POINT}));
        t.start();
        int first = (int) CALL.invokeExact();
        System.out.println(first + " " + (int) CALL.invokeExact());
        t.join();
    }
}
