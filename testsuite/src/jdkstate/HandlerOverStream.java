import java.io.ByteArrayOutputStream;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;

/**
 * A handler of the JDK writes log records to a stream. One thread publishes a record by the handler itself or by a
 * logger, and flushes the handler; the main
 * thread asks for the size of the stream.
 *
 * Outcomes: true (something was written), false.
 */
public class HandlerOverStream {
    private static final ByteArrayOutputStream BYTES = new ByteArrayOutputStream();
    private static final StreamHandler HANDLER = new StreamHandler(BYTES, new SimpleFormatter());
    private static final Logger LOGGER = Logger.getLogger("sink");

    public static void main(String[] args) throws InterruptedException {
        boolean byLogger = args.length > 0;
        LOGGER.setUseParentHandlers(false);
        LOGGER.addHandler(HANDLER);
        Thread writer = new Thread(() -> {
            if (byLogger) {
                LOGGER.info("text");
            } else {
                HANDLER.publish(new LogRecord(Level.INFO, "text"));
            }
            HANDLER.flush();
        });
        writer.start();
        boolean written = BYTES.size() > 0;
        writer.join();
        System.out.println(written);
    }
}
