import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Bug 41214: an appender logs while it appends, and another thread logs through the logger above. One thread holds the category's monitor
 * and waits for the appender's, the other one the other way round.
 *
 * <p>The root has the appender; "a" is below it. Thread 1 logs at "a": callAppenders holds first the monitor of "a", then of the root,
 * each for its own appenders; so it holds root's and wants the appender's. Thread 2 calls the appender directly: it holds the
 * appender's monitor and logs at the root, whose monitor it wants.
 *
 * @jvm -Dlog4j.defaultInitOverride=true
 * @bug 41214
 * @violation deadlock
 * @outcome [deadlock]
 * @outcome done
 */
public class Log4j1Deadlock {
    static final class Nested extends AppenderSkeleton {
        @Override
        protected void append(LoggingEvent event) {
            if (event.getMessage().equals("direct")) {
                Logger.getRootLogger().info("nested");
            }
        }

        @Override
        public void close() {}

        @Override
        public boolean requiresLayout() {
            return false;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Nested appender = new Nested();
        Logger root = Logger.getRootLogger();
        root.setLevel(Level.INFO);
        root.addAppender(appender);
        Thread t1 = new Thread(() -> Logger.getLogger("a").info("a"));
        Thread t2 = new Thread(() ->
                appender.doAppend(new LoggingEvent("test", root, Level.INFO, "direct", null)));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println("done");
    }
}
