import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/**
 * One thread sets the default time zone, which another one uses to write a date: inside {@code SimpleDateFormat}, when that is made.
 * It sees the old or the new one, and afterwards the new one.
 *
 * Possible: "00 02", "02 02".
 */
public class DefaultTimeZoneRace {
    public static void main(String[] args) throws InterruptedException {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        Thread t = new Thread(() -> TimeZone.setDefault(TimeZone.getTimeZone("GMT+02:00")));
        t.start();
        String raced = hour();
        t.join();
        System.out.println(raced + " " + hour());
    }

    private static String hour() {
        return new SimpleDateFormat("HH", Locale.ROOT).format(new Date(0));
    }
}
