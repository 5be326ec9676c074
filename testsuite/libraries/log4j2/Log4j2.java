import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.config.Configurator;

/**
 * Two threads log to the console with the default configuration (errors only, to standard output with a time stamp), at a level that is off.
 *
 * @outcome done
 */
public class Log4j2 {
    private static final Logger LOGGER = LogManager.getLogger(Log4j2.class);

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> LOGGER.info("a"));
        Thread t2 = new Thread(() -> LOGGER.info("b"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println("done");
    }
}
