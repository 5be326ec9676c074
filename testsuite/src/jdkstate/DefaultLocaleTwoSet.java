import java.util.Locale;

/**
 * Two threads set the default locale. Each call is one monitor's: whoever is last has set all three fields.
 *
 * Possible: "fr fr", "de de".
 */
public class DefaultLocaleTwoSet {
    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> Locale.setDefault(Locale.FRANCE));
        Thread b = new Thread(() -> Locale.setDefault(Locale.GERMANY));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(Locale.getDefault().getLanguage() + " " + Locale.getDefault(Locale.Category.FORMAT).getLanguage());
    }
}
