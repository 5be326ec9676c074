import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads run one bound method reference whose target is a method of the JDK: its updates are events all the same.
 *
 * Possible: a = 2, first 1 or 2 (whose update came first); no update is lost.
 */
public class BoundAtomic {
    static int first;

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger a = new AtomicInteger();
        Runnable r = a::incrementAndGet;
        Thread t1 = new Thread(r);
        Thread t2 = new Thread(() -> first = a.incrementAndGet());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println("a = " + a + ", first " + first);
    }
}
