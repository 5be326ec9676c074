import java.util.concurrent.locks.ReentrantLock;

/**
 * An interrupt ends the waiting for a lock in lockInterruptibly. main has the lock until the thread has ended, so that is the only end.
 */
public class LockInterruptibly {
    static final ReentrantLock lock = new ReentrantLock();
    static String result = "locked";

    public static void main(String[] args) throws InterruptedException {
        lock.lock();
        Thread t = Par.start(() -> {
            try {
                lock.lockInterruptibly();
            } catch (InterruptedException e) {
                result = "interrupted, flag " + Thread.currentThread().isInterrupted() + ", held " + lock.isHeldByCurrentThread();
            }
        });
        t.interrupt();
        t.join();
        lock.unlock();
        System.out.println(result);
    }
}
