import com.google.common.util.concurrent.AtomicDouble;

/**
 * Two threads add to one number, in a loop that compares and sets; nothing gets lost, and each gets what it has made.
 *
 * @outcome 3.0 1.0 3.0
 * @outcome 3.0 3.0 2.0
 */
public class GuavaAtomicDouble {
    public static void main(String[] args) throws InterruptedException {
        AtomicDouble sum = new AtomicDouble();
        double[] got = new double[2];
        Thread t1 = new Thread(() -> got[0] = sum.addAndGet(1));
        Thread t2 = new Thread(() -> got[1] = sum.addAndGet(2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(sum.get() + " " + got[0] + " " + got[1]);
    }
}
