import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.security.MessageDigest;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.SimpleTimeZone;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.UUID;

/**
 * Dates, calendars, formats, generators with a seed and digests that other threads can reach do what their
 * documentation says.
 *
 * Possible: one outcome. The second thread has ended before the first object is made, the algorithms of the generators
 * are documented, and locale and time zone are named; so each line is a matter of the documentation.
 */
public class KeptNumbersAndDates {
    static final TimeZone UTC = TimeZone.getTimeZone("UTC");

    public static void main(String[] args) throws Exception {
        Kept.shareWithOther();
        dates();
        formats();
        numbers();
        generators();
    }

    static void dates() {
        var date = Kept.keep(new Date(1000));
        var copy = (Date) date.clone();
        copy.setTime(5);
        Kept.print(date.getTime(), copy.getTime(), date.after(copy), date.equals(new Date(1000)), date.hashCode(),
                date.compareTo(copy));
        var calendar = Kept.keep(new GregorianCalendar(UTC, Locale.ROOT));
        calendar.setTimeInMillis(0);
        var later = (Calendar) calendar.clone();
        later.add(Calendar.MONTH, 1);
        Kept.print(calendar.get(Calendar.MONTH), later.get(Calendar.MONTH), later.getTime().getTime());
        var zone = Kept.keep((TimeZone) new SimpleTimeZone(0, "none").clone());
        zone.setRawOffset(5);
        Kept.print(zone.getRawOffset(), UTC.getRawOffset());
        Kept.print(Duration.ofMinutes(3), LocalDate.of(2020, 2, 28).plusDays(2), Objects.hash(1, "a", date));
    }

    static void formats() throws Exception {
        Kept.print(String.format(Locale.ROOT, "%05d|%-4s|%.2f|%x", 42, "a", 1.25, 255));
        var decimal = Kept.keep(new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.ROOT)));
        Kept.print(decimal.format(1234.5), Kept.keep(NumberFormat.getInstance(Locale.ROOT)).parse("12.5"));
        Kept.print(Kept.keep(new MessageFormat("{0} {1}", Locale.ROOT)).format(new Object[] {1, "b"}));
        var year = Kept.keep(new SimpleDateFormat("yyyy", Locale.ROOT));
        year.setTimeZone(UTC);
        Kept.print(year.format(new Date(1000)));
    }

    static void numbers() throws Exception {
        Kept.print(new BigDecimal("1.10").add(BigDecimal.ONE).setScale(1, RoundingMode.HALF_UP),
                BigInteger.TWO.pow(70));
        Kept.print(Integer.toHexString(Float.floatToIntBits(1f)));
        var digest = Kept.keep(MessageDigest.getInstance("MD5"));
        var same = (MessageDigest) digest.clone();
        digest.update((byte) 1);
        Kept.print(digest.digest()[0], same.digest()[0], UUID.nameUUIDFromBytes(new byte[] {1}));
    }

    static void generators() {
        var random = Kept.keep(new Random(5));
        Kept.print(random.nextInt(100), random.nextInt(100), Kept.keep(new SplittableRandom(3)).nextInt(50));
        var shuffled = Kept.keep(new ArrayList<>(List.of(1, 2, 3, 4, 5)));
        Collections.shuffle(shuffled, new Random(1));
        Kept.print(shuffled);
    }
}
