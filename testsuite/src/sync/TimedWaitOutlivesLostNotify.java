/**
 * The notify may come before the wait and is lost then; the time limit ends the wait all the same, and not before the other thread
 * has done all that it can do. Only outcome: true.
 */
public class TimedWaitOutlivesLostNotify {
    static final Object m = new Object();
    static boolean set;
    static boolean seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            synchronized (m) {
                m.wait(200);
                seen = set;
            }
        });
        synchronized (m) {
            set = true;
            m.notify();
        }
        t.join();
        System.out.println(seen);
    }
}
