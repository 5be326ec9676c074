import java.io.ByteArrayOutputStream;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;

/**
 * Two threads log to a logger that has two handlers of the JDK. To each handler the records come in the one or the other order, and these may differ.
 * In releases in which a handler formats a record while it has its monitor, a record is one step for both handlers; that is told.
 *
 * Outcomes: abab, baba, abba, baab.
 */
public class TwoHandlers {
    static class Messages extends SimpleFormatter {
        @Override public String format(LogRecord record) {
            return record.getMessage();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ByteArrayOutputStream[] streams = {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
        Logger logger = Logger.getLogger("app");
        logger.setUseParentHandlers(false);
        for (ByteArrayOutputStream stream : streams) {
            logger.addHandler(new StreamHandler(stream, new Messages()));
        }
        Thread thread = new Thread(() -> logger.info("a"));
        thread.start();
        logger.info("b");
        thread.join();
        logger.getHandlers()[0].flush();
        logger.getHandlers()[1].flush();
        System.out.println(streams[0] + "" + streams[1]);
    }
}
