import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpCookie;
import java.util.Calendar;
import java.util.Locale;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Classes of the JDK ask for the time on behalf of a program: calendars of a zone of the program and of Japan's eras, entries of a zip file, cookies. What they find lies between what it
 * finds itself before and after, to the second or two that such a thing can tell: "true" is all that comes out.
 */
public class TimeOfTheJdk {
    private static boolean isNow(long before, long millis, long accuracy) {
        long after = System.currentTimeMillis();
        return before - accuracy <= millis && millis <= after + accuracy;
    }

    private static boolean calendars() {
        TimeZone zone = new SimpleTimeZone(3_600_000, "own");
        long before = System.currentTimeMillis();
        boolean gregorian = isNow(before, Calendar.getInstance(zone).getTimeInMillis(), 0);
        Locale eras = new Locale.Builder().setLanguage("ja").setRegion("JP").setUnicodeLocaleKeyword("ca", "japanese").build();
        return gregorian && isNow(before, Calendar.getInstance(zone, eras).getTimeInMillis(), 0);
    }

    private static boolean entries() throws IOException {
        long before = System.currentTimeMillis();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.putNextEntry(new ZipEntry("a"));
            out.closeEntry();
        }
        HttpCookie cookie = new HttpCookie("a", "b");
        cookie.setMaxAge(1000);
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return !cookie.hasExpired() && isNow(before, in.getNextEntry().getTime(), 2000);
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(calendars() && entries());
    }
}
