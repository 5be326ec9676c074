import java.lang.invoke.SwitchPoint;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Calls that change several things, one after the other, while another thread looks at these in the same order.
 *
 * <ul>
 * <li>{@code levels}: the level of a logger is the level of those below, which have none of their own.
 * <li>{@code switches}: two switch points are invalidated together.
 * </ul>
 * Possible are `false false`, `false true`, `true true`, and `true false`: the first has changed, the second not yet. As
 * such a call counts as one step, the check must not say that it is complete.
 */
public class SeveralInOneCall {
    public static void main(String[] args) throws InterruptedException {
        if (args[0].equals("levels")) {
            Logger above = Logger.getLogger("above");
            Logger below = Logger.getLogger("above.below");
            Thread changer = new Thread(() -> above.setLevel(Level.FINE));
            changer.start();
            System.out.println(above.isLoggable(Level.FINE) + " " + below.isLoggable(Level.FINE));
            changer.join();
        } else {
            SwitchPoint[] points = {new SwitchPoint(), new SwitchPoint()};
            Thread changer = new Thread(() -> SwitchPoint.invalidateAll(points));
            changer.start();
            System.out.println(points[0].hasBeenInvalidated() + " " + points[1].hasBeenInvalidated());
            changer.join();
        }
    }
}
