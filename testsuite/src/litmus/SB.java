/**
 * Store buffering: can both threads miss the other's write?
 *
 * Possible: 0 1, 1 0, 1 1 (run one thread before the other; run both writes first).
 * Not under SC: 0 0. Each read would come before the other thread's write, which comes before that thread's read:
 * a cycle. A store buffer (TSO, PSO) shows it.
 */
public class SB {
    static int x, y, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                x = 1;
                r1 = y;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                y = 1;
                r2 = x;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }
}
