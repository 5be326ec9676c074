import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Locale;

/**
 * One format is given to another one, which uses it from then on, while a thread changes it and then formats with the other one.
 *
 * Main gives, then formats; the thread changes, then formats. If the thread formats before main gives, it shows 5, and the change came first, so main shows
 * 00005. If main gives first, the thread shows 00005, and main shows 5 or 00005.
 */
public class KeptBySetter {
    static String seen;

    public static void main(String[] args) throws InterruptedException {
        MessageFormat message = new MessageFormat("{0}", Locale.ROOT);
        NumberFormat number = NumberFormat.getInstance(Locale.ROOT);
        number.setGroupingUsed(false);
        Thread t = new Thread(() -> {
            number.setMinimumIntegerDigits(5);
            seen = message.format(new Object[] {5});
        });
        t.start();
        message.setFormat(0, number);
        String own = message.format(new Object[] {5});
        t.join();
        System.out.println(own + " " + seen);
    }
}
