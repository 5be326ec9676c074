import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/**
 * A thread gives a log record another message, while main formats it: by a formatter of the JDK, or, with an argument, by one of the program with the method
 * that it has inherited. A formatter reads several parts of a record; that it is one step here is told.
 *
 * Outcomes: a, b.
 */
public class RecordFormatted {
    static class Own extends Formatter {
        @Override public String format(LogRecord record) {
            return "own: " + formatMessage(record);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LogRecord record = new LogRecord(Level.INFO, "a");
        Formatter formatter = args.length > 0 ? new Own() : new SimpleFormatter();
        Thread setter = new Thread(() -> record.setMessage("b"));
        setter.start();
        String text = formatter.format(record).trim();
        setter.join();
        System.out.println(text.charAt(text.length() - 1));
    }
}
