import java.text.DateFormat;
import java.text.MessageFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/**
 * One thread sets the default time zone; the other has a factory of the JDK make a format of times, and formats the
 * beginning of 1970 with it. Possible: hour 0 or hour 3.
 */
public class ZoneOfFactory {
    public static void main(String[] args) throws InterruptedException {
        TimeZone.setDefault(TimeZone.getTimeZone("GMT"));
        Thread setter = new Thread(() -> TimeZone.setDefault(TimeZone.getTimeZone("GMT+3")));
        setter.start();
        System.out.println(hour(args[0], new Date(0)));
        setter.join();
    }

    private static String hour(String how, Date date) {
        switch (how) {
            case "time":
                return DateFormat.getTimeInstance(DateFormat.SHORT, Locale.GERMANY).format(date).substring(0, 2);
            case "zone":
                return "0" + DateFormat.getDateInstance(DateFormat.SHORT, Locale.US).getTimeZone().getRawOffset() / 3600000;
            default:
                return new MessageFormat("{0,time,short}", Locale.GERMANY).format(new Object[] {date}).substring(0, 2);
        }
    }
}
