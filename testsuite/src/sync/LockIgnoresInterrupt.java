import java.util.concurrent.locks.ReentrantLock;

/**
 * lock goes on waiting when it is interrupted; the flag is set when it returns.
 *
 * <p>The interrupt comes before main unlocks, so before the thread has the lock.
 */
public class LockIgnoresInterrupt {
    static final ReentrantLock lock = new ReentrantLock();
    static String result;

    public static void main(String[] args) throws InterruptedException {
        lock.lock();
        Thread t = Par.start(() -> {
            lock.lock();
            result = lock.isHeldByCurrentThread() + " " + Thread.currentThread().isInterrupted();
            lock.unlock();
        });
        t.interrupt();
        lock.unlock();
        t.join();
        System.out.println(result);
    }
}
