/**
 * A write between two others must stay movable behind a later read of another thread.
 *
 * With r1 = 0, y was read before it was written, so x = 1 came before the second thread began: r2 is 1 or 2.
 * With r1 = 1, y = 1 came before the read of y; the second thread may read x before both writes, between them, or
 * after: r2 is 0, 1 or 2.
 * Possible: 0 1, 0 2, 1 0, 1 1, 1 2. Not possible: 0 0. A search that replays a fixed interleaving up to some point
 * and reorders only what follows never reaches 0 1: starting from the first thread run whole, the write x = 2 stays in
 * front.
 */
public class Errata1 {
    static int x, y, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                x = 1;
                r1 = y;
                x = 2;
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
