import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/** Two threads, each with a format and dates of its own: nothing that one does matters to the other. One outcome, and one behaviour. */
public class OwnFormats {
    static String text() {
        SimpleDateFormat format = new SimpleDateFormat("yyyy", Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        String text = "";
        for (long time = 0; time < 3; time++) {
            text += format.format(new Date(time * 1_000_000_000_000L)) + ".";
        }
        return text;
    }

    public static void main(String[] args) throws InterruptedException {
        String[] seen = new String[1];
        Thread t = new Thread(() -> seen[0] = text());
        t.start();
        String own = text();
        t.join();
        System.out.println(own + seen[0]);
    }
}
