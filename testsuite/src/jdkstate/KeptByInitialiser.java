import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Locale;

/** As KeptBySetter, but the format was given in a static initialiser. Outcomes: 5 before the change, 00005 after it. */
public class KeptByInitialiser {
    static class Formats {
        static final MessageFormat MESSAGE = new MessageFormat("{0}", Locale.ROOT);
        static final NumberFormat NUMBER = NumberFormat.getInstance(Locale.ROOT);

        static {
            NUMBER.setGroupingUsed(false);
            MESSAGE.setFormat(0, NUMBER);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> Formats.NUMBER.setMinimumIntegerDigits(5));
        t.start();
        String text = Formats.MESSAGE.format(new Object[] {5});
        t.join();
        System.out.println(text);
    }
}
