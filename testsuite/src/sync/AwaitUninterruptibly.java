import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * awaitUninterruptibly goes on waiting when it is interrupted; the flag is set when it returns. The interrupt comes before the condition
 * becomes true.
 */
public class AwaitUninterruptibly {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static boolean set;
    static boolean seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            lock.lock();
            while (!set) {
                condition.awaitUninterruptibly();
            }
            lock.unlock();
            seen = Thread.currentThread().isInterrupted();
        });
        t.interrupt();
        lock.lock();
        set = true;
        condition.signal();
        lock.unlock();
        t.join();
        System.out.println(seen);
    }
}
