import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two threads log a message each to an appender that takes one event at a time, in either order.
 *
 * @jvm -Dlogback.statusListenerClass=STOP
 * @outcome ab
 * @outcome ba
 */
public class Logback {
    private static final Logger LOGGER = LoggerFactory.getLogger(Logback.class);

    static final class Collector extends AppenderBase<ILoggingEvent> {
        final StringBuilder text = new StringBuilder();

        @Override
        protected void append(ILoggingEvent event) {
            text.append(event.getFormattedMessage());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ch.qos.logback.classic.Logger logger = (ch.qos.logback.classic.Logger) LOGGER;
        Collector collector = new Collector();
        collector.setContext(logger.getLoggerContext());
        collector.start();
        logger.setAdditive(false);
        logger.setLevel(Level.INFO);
        logger.addAppender(collector);
        Thread t1 = new Thread(() -> LOGGER.info("{}", "a"));
        Thread t2 = new Thread(() -> LOGGER.info("b"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(collector.text);
    }
}
