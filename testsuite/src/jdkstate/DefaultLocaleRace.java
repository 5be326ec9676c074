import java.util.Locale;

/**
 * One thread sets the default locale while another one formats with it, which is how most programs meet it: inside the JDK.
 * {@code Locale.setDefault} writes three fields, one after the other: for display, for formats, and the locale itself; {@code String.format}
 * looks at the one for formats, {@code toUpperCase} at the last.
 *
 * Possible: each of the two, number and letter, in the old way or in the new one: what is looked at later was set later, too, so neither
 * decides the other. (304 is the capital dotted I of Turkish, 73 the one without.)
 */
public class DefaultLocaleRace {
    public static void main(String[] args) throws InterruptedException {
        Locale.setDefault(Locale.ROOT);
        Thread t = new Thread(() -> Locale.setDefault(new Locale("tr", "TR")));
        t.start();
        String number = String.format("%.1f", 1.5);
        String letter = "i".toUpperCase();
        t.join();
        System.out.println(number + " " + (int) letter.charAt(0));
    }
}
