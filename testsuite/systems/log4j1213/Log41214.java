import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;

/**
 * Bug 41214 of log4j (in 1.2.13, and still in 1.2.17): a message whose text logs something itself.
 *
 * <p>The logger "a" and the root have the same appender. Who logs an order at "a" has the appender's monitor
 * (AppenderSkeleton.java:210) while {@code Order.toString()} logs at the root, and wants root's monitor
 * (Category.java:201). Who logs at the root has that monitor and wants the appender's.
 *
 * <p>It is no other bug: nobody waits to be notified, and of the monitors that both threads take these are the only
 * two that they take in both orders.
 *
 * <p>Without the deadlock, the order is appended as a whole, before or after "plain". "rendering" is there twice,
 * since PatternLayout has one buffer for the outer and the inner message. That is a mistake, too, and happens in one
 * thread.
 *
 * @jvm -Dlog4j.defaultInitOverride=true
 * @bug 41214
 * @violation deadlock Category.java:201
 * @outcome [deadlock]
 * @outcome rendering\nrendering\norder\nplain
 * @outcome plain\nrendering\nrendering\norder
 */
public class Log41214 {
    static final Logger ROOT = Logger.getRootLogger();

    static final class Order {
        @Override
        public String toString() {
            ROOT.info("rendering");
            return "order";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConsoleAppender console = new ConsoleAppender(new PatternLayout("%m%n"));
        ROOT.addAppender(console);
        Logger below = Logger.getLogger("a");
        below.addAppender(console);
        below.setAdditivity(false);
        Thread orders = new Thread(() -> below.info(new Order()), "orders");
        orders.start();
        ROOT.info("plain");
        orders.join();
    }
}
