import java.util.concurrent.Semaphore;

/** Whoever fails keeps the permit. */
public class LostPermit {
    static final Semaphore permits = new Semaphore(1);
    static int orders;

    static void order(int most) {
        permits.acquireUninterruptibly();
        if (orders >= most) {
            return;
        }
        orders++;
        permits.release();
    }

    public static void main(String[] args) {
        new Thread(() -> order(1), "first").start();
        new Thread(() -> order(1), "second").start();
        new Thread(() -> order(1), "third").start();
    }
}
