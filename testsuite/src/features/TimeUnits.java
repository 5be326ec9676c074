import java.util.concurrent.TimeUnit;

/**
 * Times in units: a sleep gives no order; a join and a wait give up when nobody can go on. Possible: 0 or 1 for what is read after the sleep,
 * then "alive": the thread waits until main notifies it.
 */
public class TimeUnits {
    static final Object m = new Object();
    static int x;
    static boolean go;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (m) {
                x = 1;
                while (!go) {
                    try {
                        m.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        });
        t.start();
        TimeUnit.MILLISECONDS.sleep(3);
        int seen = x;
        TimeUnit.SECONDS.timedJoin(t, 1);
        System.out.println(seen + (t.isAlive() ? " alive" : " ended"));
        synchronized (m) {
            TimeUnit.NANOSECONDS.timedWait(m, 5);
            go = true;
            m.notifyAll();
        }
        t.join();
    }
}
