/**
 * The value written is the time, which is the same at the same point of every replay, and not 0.
 *
 * The two reads find 0 0, 0 and the time, or twice the time. Possible: true (the first and the last), false.
 */
public class ClockValue {
    static int x, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                x = (int) System.nanoTime();
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
        System.out.println(r1 == r2);
    }
}
