import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads look up a bundle whose constructor counts. The first puts what it has made into the JDK's cache after the
 * constructor; whoever looks into the cache before that makes another one, which is dropped.
 *
 * Possible: "made 1, same", "made 2, same": both threads get what is in the cache.
 */
public class BundleOfTwo {
    static final AtomicInteger made = new AtomicInteger();

    static ResourceBundle first, second;

    public static class Texts extends ListResourceBundle {
        public Texts() {
            made.incrementAndGet();
        }

        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"key", "value"}};
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> first = ResourceBundle.getBundle("BundleOfTwo$Texts", Locale.ROOT));
        Thread b = new Thread(() -> second = ResourceBundle.getBundle("BundleOfTwo$Texts", Locale.ROOT));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("made " + made + (first == second ? ", same" : ", others"));
    }
}
