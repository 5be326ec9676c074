/**
 * Monitors nest and are re-entrant: leaving the inner block does not open the outer one.
 *
 * Possible: 0 0, 1 1. Not possible: 1 0, which would need the second thread in between the blocks.
 */
public class Reentrant {
    static final Object a = new Object();
    static final Object b = new Object();
    static int x, y, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                synchronized (a) {
                    synchronized (b) {
                        synchronized (a) {
                            x = 1;
                        }
                    }
                    y = 1;
                }
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                synchronized (a) {
                    r1 = x;
                    r2 = y;
                }
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }
}
