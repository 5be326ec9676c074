/**
 * Two writes of one value by different threads: which of them was read decides what else is possible.
 *
 * r1 = 2, r2 = 1, r3 = 1 needs the third thread to read the 2 of the second thread while the first thread has
 * not begun: then z = 1, the fourth thread reads it, x = 1 comes, and the fourth thread reads 1. Had it read the 2 of
 * the first thread, x = 1 would be over: only the second thread's x = 2 could still come.
 * Values that are not read are printed as 0: r3 is read only if r2 is 1, and z is 1 only if r1 is 2.
 * r1 is 0, 1 or 2. If r1 is not 2 then r2 = r3 = 0. If r1 = 2: r2 = 0 and r3 = 0, or r2 = 1 and r3 is what x holds
 * later: a 2, or a 1 as above, never 0.
 * Possible: 0 0 0, 1 0 0, 2 0 0, 2 1 1, 2 1 2.
 */
public class Errata2 {
    static int x, y, z, r1, r2, r3;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                x = 1;
                x = 2;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                y = 1;
                x = 2;
            }
        };
        Thread t3 = new Thread() {
            @Override
            public void run() {
                int a = x;
                r1 = a;
                if (a == 2) {
                    z = 1;
                }
            }
        };
        Thread t4 = new Thread() {
            @Override
            public void run() {
                int b = z;
                r2 = b;
                if (b == 1) {
                    r3 = x;
                }
            }
        };
        t1.start();
        t2.start();
        t3.start();
        t4.start();
        t1.join();
        t2.join();
        t3.join();
        t4.join();
        System.out.println(r1 + " " + r2 + " " + r3);
    }
}
