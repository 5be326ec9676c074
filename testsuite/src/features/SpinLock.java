import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lock that is taken by compareAndSet, tried until it succeeds; released with and without order.
 */
public class SpinLock {
    static final AtomicBoolean held = new AtomicBoolean();
    static int count;

    static void once() {
        while (!held.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        count++;
        held.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(SpinLock::once);
        Thread t2 = new Thread(SpinLock::once);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(count);
    }
}
