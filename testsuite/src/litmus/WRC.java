/**
 * Write-to-read causality: what the second thread saw and passed on, the third sees too.
 *
 * Possible: every combination but one.
 * Not possible with one memory: 1 1 0. x was written before the second thread read it, that before y was written, that
 * before the third thread read y and then x; and nothing writes 0.
 */
public class WRC {
    static int x, y, r1, r2, r3;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                x = 1;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                r1 = x;
                y = 1;
            }
        };
        Thread t3 = new Thread() {
            @Override
            public void run() {
                r2 = y;
                r3 = x;
            }
        };
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println(r1 + " " + r2 + " " + r3);
    }
}
