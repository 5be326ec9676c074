import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An interrupt ends an await; the exception comes when the lock is held again, and the flag is cleared. Nobody signals.
 */
public class AwaitInterrupted {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static String result = "signalled";

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            lock.lock();
            try {
                condition.await();
            } catch (InterruptedException e) {
                result = "interrupted, flag " + Thread.currentThread().isInterrupted() + ", held " + lock.isHeldByCurrentThread();
            } finally {
                lock.unlock();
            }
        });
        t.interrupt();
        t.join();
        System.out.println(result);
    }
}
