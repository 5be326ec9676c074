import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.TimeZone;

/**
 * Two threads format different days with one {@code SimpleDateFormat}, which has one calendar for all it does: a thread
 * may print the day of the other one, or a mixture of both. So the assertion fails in some schedule.
 */
public class DateFormatShared {
    static final SimpleDateFormat FORMAT = new SimpleDateFormat("dd");

    public static void main(String[] args) throws InterruptedException {
        FORMAT.setTimeZone(TimeZone.getTimeZone("UTC"));
        Thread other = new Thread(() -> FORMAT.format(new Date(86_400_000L)));
        other.start();
        String first = FORMAT.format(new Date(0));
        other.join();
        assert first.equals("01") : first;
    }
}
