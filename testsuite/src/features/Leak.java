/**
 * A constructor that gives its object away too early shows a final field before it is written.
 *
 * Possible: -1 (not given away yet), 0 (before the write), 5 (after it).
 */
public class Leak {
    static final class Early {
        final int v;

        Early() {
            leaked = this;
            v = 5;
        }
    }

    static Early leaked;
    static int r;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                new Early();
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                Early e = leaked;
                r = e == null ? -1 : e.v;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r);
    }
}
