import java.util.Calendar;
import java.util.TimeZone;

/**
 * One thread sets the month of a calendar that counts years by eras, the other asks it for its time.
 *
 * <p>The calendar writes the month before it writes that the time is to be computed. So the time is that of the first day
 * of 1970, or that of the first of February.
 */
public class ImperialCalendar {
    static final Calendar CALENDAR = new Calendar.Builder().setCalendarType("japanese").setInstant(0)
            .setTimeZone(TimeZone.getTimeZone("UTC")).build();

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> CALENDAR.set(Calendar.MONTH, Calendar.FEBRUARY));
        writer.start();
        long time = CALENDAR.getTimeInMillis();
        writer.join();
        System.out.println(time / 86_400_000);
    }
}
