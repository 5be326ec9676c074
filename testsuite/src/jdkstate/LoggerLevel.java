import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The level of a logger is raised while another thread logs.
 *
 * Possible: "logged 1" (it was not yet raised), "logged 0".
 */
public class LoggerLevel {
    static int logged;

    public static void main(String[] args) throws InterruptedException {
        Logger logger = Logger.getLogger("test.level");
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord record) {
                logged++;
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        Thread t = new Thread(() -> logger.setLevel(Level.SEVERE));
        t.start();
        logger.info("text");
        t.join();
        System.out.println("logged " + logged);
    }
}
