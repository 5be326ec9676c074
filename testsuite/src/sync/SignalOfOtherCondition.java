import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A signal of one condition wakes nobody who waits for another condition of the same lock: the wait ends when its time is over. Only: false.
 */
public class SignalOfOtherCondition {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition awaited = lock.newCondition();
    static final Condition other = lock.newCondition();

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            lock.lock();
            other.signalAll();
            lock.unlock();
        });
        lock.lock();
        thread.start();
        System.out.println(awaited.await(1, TimeUnit.SECONDS));
        lock.unlock();
    }
}
