/**
 * A volatile flag passes what was written before it.
 *
 * Possible: 0 0, 0 1, 1 1. Not possible: 1 0.
 */
public class VolatileFlag {
    static volatile int flag;
    static int data, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                data = 1;
                flag = 1;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                r1 = flag;
                r2 = data;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }
}
