import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Loggers have neither the level nor the handlers that an earlier execution has given them, and a logger in a static field is no obstacle.
 *
 * The two increments make more than one execution; x is 1 if both threads read 0, else 2. What the JDK holds is what a JVM that has just started
 * holds, in every execution.
 */
public class FreshLogging {
    static int x;
    static final Logger LOG = Logger.getLogger("app.fresh");

    static class Counting extends Handler {
        int count;

        @Override public void publish(LogRecord record) { count++; }

        @Override public void flush() { }

        @Override public void close() { }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> x++);
        other.start();
        x++;
        other.join();
        Level before = LOG.getLevel();
        int handlers = LOG.getHandlers().length;
        Counting counting = new Counting();
        LOG.addHandler(counting);
        LOG.setLevel(Level.FINE);
        LOG.setUseParentHandlers(false);
        LOG.fine("seen");
        LOG.finer("not seen");
        System.out.println(x + " " + before + " " + handlers + " " + counting.count);
    }
}
