import java.text.DateFormatSymbols;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.SimpleTimeZone;

/**
 * Formats and calendars of one thread are made of symbols and of a zone that another thread changes: these are objects
 * like others.
 *
 * <p>{@code zone}: two writes, to the offset of the zone and then to the symbols, and two reads in the opposite order. Who
 * has seen the second write has seen the first: {@code "0.5 0"}, {@code "0.5 1"} or {@code "0,5 1"}. That thread asks the
 * zone several times for one calendar; the hour is made of one of the answers.
 *
 * <p>{@code ordered}: the writes come before the reads; there is one outcome, and no call of one object by two threads at
 * once.
 *
 * <p>{@code names}: a format copies the names of months; the copy is not made at once, and the check says so.
 */
public class SymbolsOfFormat {
    static final SimpleTimeZone ZONE = new SimpleTimeZone(0, "Z");
    static final DecimalFormatSymbols POINT = new DecimalFormatSymbols(Locale.US);
    static final DateFormatSymbols MONTHS = new DateFormatSymbols(Locale.US);
    static final String[] CHANGED = {"X", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", ""};

    static void change() {
        ZONE.setRawOffset(3_600_000);
        POINT.setDecimalSeparator(',');
    }

    static String half() {
        return new DecimalFormat("0.0", POINT).format(0.5);
    }

    static int hour() {
        Calendar calendar = new GregorianCalendar(ZONE, Locale.US);
        calendar.setTimeInMillis(0);
        return calendar.get(Calendar.HOUR_OF_DAY);
    }

    public static void main(String[] args) throws InterruptedException {
        switch (args[0]) {
            case "zone" -> {
                Thread writer = new Thread(SymbolsOfFormat::change);
                writer.start();
                String half = half();
                int hour = hour();
                writer.join();
                System.out.println(half + " " + hour);
            }
            case "ordered" -> {
                SimpleDateFormat format = new SimpleDateFormat("H MMM", Locale.US);
                Thread writer = new Thread(() -> {
                    change();
                    MONTHS.setShortMonths(CHANGED);
                });
                writer.start();
                writer.join();
                format.setTimeZone(ZONE);
                format.setDateFormatSymbols(MONTHS);
                System.out.println(half() + " " + hour() + " " + format.format(new Date(0)));
            }
            default -> {
                Thread writer = new Thread(() -> MONTHS.setShortMonths(CHANGED));
                writer.start();
                SimpleDateFormat format = new SimpleDateFormat("MMM", MONTHS);
                writer.join();
                format.setTimeZone(ZONE);
                System.out.println(format.format(new Date(0)));
            }
        }
    }
}
