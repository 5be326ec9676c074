import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A signal that finds nobody waiting is lost, and who waits after it waits for ever.
 *
 * <p>Possible: woken (the await came first), or a deadlock without output.
 */
public class LostSignal {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> {
            lock.lock();
            condition.await();
            lock.unlock();
        }, () -> {
            lock.lock();
            condition.signal();
            lock.unlock();
        });
        System.out.println("woken");
    }
}
