import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Two threads make a log record each, which the JDK numbers. Main asks for the numbers when all is over.
 *
 * Outcomes: "0 1" and "1 0".
 */
public class LogRecordNumbers {
    static LogRecord made;

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> made = new LogRecord(Level.INFO, "first"));
        maker.start();
        LogRecord own = new LogRecord(Level.INFO, "second");
        maker.join();
        System.out.println(made.getSequenceNumber() + " " + own.getSequenceNumber());
    }
}
