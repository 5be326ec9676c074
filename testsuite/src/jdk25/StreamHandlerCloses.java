import java.io.ByteArrayOutputStream;
import java.util.logging.ErrorManager;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;

/**
 * A thread publishes a record to a handler, while main closes that. The handler finds that it is open, makes a text of
 * the record, and only then takes its monitor to write it; if it has been closed by then, it reports an error. That
 * this is more than one step is not covered. What is seen all the same: the text is written, or the handler is closed
 * and nothing is.
 */
public class StreamHandlerCloses {
    static String error = "none";

    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StreamHandler handler = new StreamHandler(bytes, new SimpleFormatter());
        handler.setErrorManager(new ErrorManager() {
            @Override
            public void error(String message, Exception e, int code) {
                error = "error " + code;
            }
        });
        LogRecord logged = new LogRecord(Level.INFO, "a");
        Thread thread = new Thread(() -> handler.publish(logged));
        thread.start();
        handler.close();
        thread.join();
        System.out.println((bytes.size() > 0) + " " + error);
    }
}
