import java.util.Locale;

/**
 * {@code Locale.setDefault(locale)} sets the locale for display, that for formats, and the default itself, in this order, each at once; it does
 * so in a monitor, so that two of them do not mix. Who reads the default first and that for display afterwards never
 * sees the new one and then an old one; the other way round he may.
 *
 * Possible, (default, display): old old; old new; new new. With the two threads that set it one after the other in the monitor, both fields are of the
 * same locale in the end.
 */
public class DefaultLocaleParts {
    public static void main(String[] args) throws InterruptedException {
        Locale.setDefault(Locale.ROOT);
        Thread t = new Thread(() -> Locale.setDefault(Locale.FRANCE));
        t.start();
        Locale base = Locale.getDefault();
        Locale display = Locale.getDefault(Locale.Category.DISPLAY);
        t.join();
        System.out.println(name(base) + " " + name(display));
    }

    private static String name(Locale locale) {
        return locale == Locale.ROOT ? "old" : "new";
    }
}
