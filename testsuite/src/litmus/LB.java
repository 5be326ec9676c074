/**
 * Load buffering: can both threads read what the other writes afterwards?
 *
 * Possible: 0 0, 0 1, 1 0.
 * Not under SC, TSO or PSO: 1 1. Each read would come after the other thread's write, which comes after that thread's
 * read: a cycle.
 */
public class LB {
    static int x, y, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                r1 = x;
                y = 1;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                r2 = y;
                x = 1;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }
}
