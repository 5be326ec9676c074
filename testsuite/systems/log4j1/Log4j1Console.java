import org.apache.log4j.BasicConfigurator;
import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;

/**
 * Two threads log to the console. The appender writes one line at a time, in either order.
 *
 * @jvm -Dlog4j.defaultInitOverride=true
 * @outcome INFO a\nINFO b
 * @outcome INFO b\nINFO a
 */
public class Log4j1Console {
    private static final Logger LOGGER = Logger.getLogger(Log4j1Console.class);

    public static void main(String[] args) throws InterruptedException {
        BasicConfigurator.configure(new ConsoleAppender(new PatternLayout("%p %m%n")));
        Thread t1 = new Thread(() -> LOGGER.info("a"));
        Thread t2 = new Thread(() -> LOGGER.info("b"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
    }
}
