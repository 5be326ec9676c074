/**
 * A class that two threads use for the first time is initialised once, before either of them sees it.
 *
 * Only outcome: 7 7 3.
 */
public class StaticInit {
    static final class Holder {
        static int v = 7;
        static final int[] table = {1, 2, 3};
    }

    static int r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                r1 = Holder.v;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                r2 = Holder.v;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2 + " " + Holder.table[2]);
    }
}
