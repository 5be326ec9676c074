import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Two threads log a message each to an appender that collects them. An appender takes one event at a time, in either order.
 *
 * @jvm -Dlog4j.defaultInitOverride=true
 * @outcome ab
 * @outcome ba
 */
public class Log4j1 {
    static final Logger LOGGER = Logger.getLogger("test");

    static final class Collector extends AppenderSkeleton {
        final StringBuilder text = new StringBuilder();

        @Override
        protected void append(LoggingEvent event) {
            text.append(event.getRenderedMessage());
        }

        @Override
        public void close() {}

        @Override
        public boolean requiresLayout() {
            return false;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Collector collector = new Collector();
        LOGGER.setAdditivity(false);
        LOGGER.setLevel(Level.INFO);
        LOGGER.addAppender(collector);
        Thread t1 = new Thread(() -> LOGGER.info("a"));
        Thread t2 = new Thread(() -> LOGGER.info("b"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(collector.text);
    }
}
