/**
 * Coherence: two reads of one location by one thread do not go back in time.
 *
 * Possible: 0 0, 0 1, 1 1.
 * Not possible: 1 0. Nothing writes 0 after the 1.
 */
public class CoRR {
    static int x, r1, r2;

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
