import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/**
 * A calendar that a format was given is changed by one thread, which gets it from the format, and read by another, which has it from the start.
 *
 * Outcomes: the year before and after the change, 1970 and 2001.
 */
public class KeptAndGot {
    public static void main(String[] args) throws InterruptedException {
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        calendar.setTimeInMillis(0);
        SimpleDateFormat format = new SimpleDateFormat("yyyy", Locale.ROOT);
        format.setCalendar(calendar);
        Thread t = new Thread(() -> format.getCalendar().setTimeInMillis(1_000_000_000_000L));
        t.start();
        System.out.println(calendar.get(Calendar.YEAR));
        t.join();
    }
}
