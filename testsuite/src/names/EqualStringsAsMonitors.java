/**
 * Two strings are two monitors although they are equal. The checker takes equal strings for one value, so it must not go on: taken for one monitor, they would
 * not deadlock.
 *
 * Expected: an error that says so.
 */
public class EqualStringsAsMonitors {
    public static void main(String[] args) throws InterruptedException {
        String one = new String("lock");
        String two = new String("lock");
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
    }
}
