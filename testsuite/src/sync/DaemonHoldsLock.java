/**
 * A daemon may wait for ever, but not main: if the daemon has the lock for ever, main waits for it in vain.
 *
 * <p>Possible: done (main was first), or a deadlock without output.
 */
public class DaemonHoldsLock {
    static final Object lock = new Object();

    public static void main(String[] args) {
        Thread daemon = Par.thread(() -> {
            Object mine = new Object();
            synchronized (lock) {
                synchronized (mine) {
                    mine.wait();
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        synchronized (lock) {
            System.out.println("done");
        }
    }
}
