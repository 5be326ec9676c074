import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock parks the thread that waits for it, and so may take the permit that the thread was given for something else.
 *
 * <p>If the thread gets the lock without waiting, the permit is there when it parks: "done". If it is waiting when it is unparked, the permit ends the park
 * of the lock; the thread sees that the lock is not free, parks again, and later parks for ever: a deadlock.
 */
public class LockTakesPermit {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        lock.lock();
        Thread thread = new Thread(() -> {
            lock.lock();
            lock.unlock();
            LockSupport.park();
        });
        thread.start();
        LockSupport.unpark(thread);
        lock.unlock();
        thread.join();
        System.out.println("done");
    }
}
