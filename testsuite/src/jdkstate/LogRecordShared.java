import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * A thread gives a log record another message; another one reads the message.
 *
 * Outcomes: 0, 1.
 */
public class LogRecordShared {
    public static void main(String[] args) throws InterruptedException {
        LogRecord record = new LogRecord(Level.INFO, "0");
        Thread setter = new Thread(() -> record.setMessage("1"));
        setter.start();
        String message = record.getMessage();
        setter.join();
        System.out.println(message);
    }
}
