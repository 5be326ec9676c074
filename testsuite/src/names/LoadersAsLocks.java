import java.net.URL;
import java.net.URLClassLoader;

/**
 * Two loaders without a name are two monitors: entered in opposite orders, they deadlock.
 *
 * Outcomes: done; the deadlock.
 */
public class LoadersAsLocks {
    public static void main(String[] args) throws Exception {
        Object one = new URLClassLoader(new URL[0]);
        Object two = new URLClassLoader(new URL[0]);
        Thread other = new Thread(() -> {
            synchronized (two) {
                synchronized (one) {
                }
            }
        });
        other.start();
        synchronized (one) {
            synchronized (two) {
            }
        }
        other.join();
        System.out.println("done");
    }
}
