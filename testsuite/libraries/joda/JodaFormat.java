import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.joda.time.format.DateTimeFormat;
import org.joda.time.format.DateTimeFormatter;

/**
 * Two threads format times with one formatter, which never changes.
 *
 * @outcome 1970-01-01 1971-02-03
 */
public class JodaFormat {
    public static void main(String[] args) throws InterruptedException {
        DateTimeFormatter formatter = DateTimeFormat.forPattern("yyyy-MM-dd").withZone(DateTimeZone.UTC);
        String[] text = new String[2];
        Thread t1 = new Thread(() -> text[0] = formatter.print(0));
        Thread t2 = new Thread(() -> text[1] = formatter.print(new DateTime(1971, 2, 3, 0, 0, DateTimeZone.UTC)));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(text[0] + " " + text[1]);
    }
}
