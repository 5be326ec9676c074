import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Main sets up what is logged and how: the level of the root logger, the levels and formatters of its handlers, one handler more. Two threads then log, and add
 * what they are given to a sum, under a lock. What the handlers of the JDK write to the console, nobody sees.
 *
 * Outcome: 3.
 */
public class LoggersQuiet {
    static final Logger LOGGER = Logger.getLogger("app");
    static int sum;

    static void work(int value) {
        LOGGER.fine("not logged");
        LOGGER.log(Level.INFO, "logged {0}", value);
        synchronized (LOGGER) {
            sum += value;
        }
        LOGGER.info("logged as well");
    }

    public static void main(String[] args) throws InterruptedException {
        Logger root = Logger.getLogger("");
        root.setLevel(Level.INFO);
        for (Handler handler : root.getHandlers()) {
            handler.setLevel(Level.ALL);
            handler.setFormatter(new SimpleFormatter());
        }
        root.addHandler(new ConsoleHandler());
        Thread first = new Thread(() -> work(1));
        Thread second = new Thread(() -> work(2));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(sum);
    }
}
