/**
 * A notify that finds nobody waiting is lost, and who waits after it waits for ever.
 *
 * Possible: woken (the wait came first), or a deadlock without output (the notify came first).
 */
public class LostNotify {
    static final Object m = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                synchronized (m) {
                    try {
                        m.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                synchronized (m) {
                    m.notify();
                }
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println("woken");
    }
}
