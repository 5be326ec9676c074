/**
 * A static initialiser may write elsewhere, and does so once, whoever runs it.
 *
 * Only outcome: 7 7 1.
 */
public class StaticInitEffect {
    static final class Holder {
        static int v = compute();

        static int compute() {
            count++;
            return 7;
        }
    }

    static int count, r1, r2;

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
        System.out.println(r1 + " " + r2 + " " + count);
    }
}
