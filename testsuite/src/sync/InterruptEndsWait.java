/**
 * An interrupt ends a wait with an exception, clears the flag, and the waiter holds the monitor again.
 *
 * <p>Nobody notifies. If the interrupt comes before the wait, the wait ends at once: the same outcome, the only one.
 */
public class InterruptEndsWait {
    static final Object m = new Object();
    static String result;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            synchronized (m) {
                try {
                    m.wait();
                    result = "notified";
                } catch (InterruptedException e) {
                    result = "interrupted, flag " + Thread.currentThread().isInterrupted() + ", monitor " + Thread.holdsLock(m);
                }
            }
        });
        t.interrupt();
        t.join();
        System.out.println(result);
    }
}
