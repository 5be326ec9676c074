/**
 * join gives no other monitor away: if main has the lock first, the thread that needs it never ends.
 *
 * <p>Possible: done (the thread was first), or a deadlock without output.
 */
public class JoinKeepsOtherMonitors {
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            synchronized (lock) {
                lock.notify();
            }
        });
        synchronized (lock) {
            t.join();
        }
        System.out.println("done");
    }
}
