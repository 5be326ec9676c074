import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * tryLock with a time limit fails if the owner waits for something else, and waits as long as the owner can go on.
 *
 * <p>The owner keeps the lock until it is told. The first tryLock therefore is in vain; then main tells it, and the second one succeeds.
 */
public class TimedTryLock {
    static final ReentrantLock lock = new ReentrantLock();
    static final Object m = new Object();
    static boolean told;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            lock.lock();
            synchronized (m) {
                while (!told) {
                    m.wait();
                }
            }
            lock.unlock();
        });
        while (!lock.isLocked()) {
            Thread.onSpinWait();
        }
        boolean first = lock.tryLock(20, TimeUnit.MILLISECONDS);
        synchronized (m) {
            told = true;
            m.notify();
        }
        boolean second = lock.tryLock(60, TimeUnit.SECONDS);
        t.join();
        System.out.println(first + " " + second);
    }
}
