/**
 * A daemon thread does not keep the program alive: it waits for ever, and that is no deadlock.
 *
 * Possible: 0, 1 (whether the daemon's write came before main's read).
 */
public class Daemon {
    static final Object m = new Object();
    static int x;

    public static void main(String[] args) {
        Thread t = new Thread() {
            @Override
            public void run() {
                x = 1;
                synchronized (m) {
                    try {
                        m.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        };
        t.setDaemon(true);
        t.start();
        System.out.println(x);
    }
}
