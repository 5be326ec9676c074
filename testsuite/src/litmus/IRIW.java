/**
 * Independent reads of independent writes: do two readers agree on the order of two writes?
 *
 * Possible: every combination but one. Each reader can see none, either, or both of the writes.
 * Not possible with one memory (SC, TSO, PSO): 1 0 1 0. The third thread says that x was written first, the fourth says
 * y.
 */
public class IRIW {
    static int x, y, r1, r2, r3, r4;

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
                y = 1;
            }
        };
        Thread t3 = new Thread() {
            @Override
            public void run() {
                r1 = x;
                r2 = y;
            }
        };
        Thread t4 = new Thread() {
            @Override
            public void run() {
                r3 = y;
                r4 = x;
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
        System.out.println(r1 + " " + r2 + " " + r3 + " " + r4);
    }
}
