/**
 * Two threads note the time under a lock, each after the one that was there first: whoever comes later has the later time.
 *
 * Possible: 0 first or 1 first; never a time that goes back.
 */
public class ClockSharedLock {
    static final Object LOCK = new Object();
    static long last = Long.MIN_VALUE;
    static String order = "";

    static void note(int who) {
        synchronized (LOCK) {
            long now = System.nanoTime();
            order += now > last ? who : "back";
            last = now;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t0 = new Thread(() -> note(0));
        Thread t1 = new Thread(() -> note(1));
        t0.start();
        t1.start();
        t0.join();
        t1.join();
        System.out.println(order);
    }
}
