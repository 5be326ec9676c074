import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Waiting for a condition gives away a lock that is held twice, and takes it back twice. The lock is held before another thread can see it.
 *
 * <p>The other thread gets the lock only while main waits, so main prints 0 before and 1 after it. It holds the lock twice again, and when it
 * has unlocked twice the lock is free: the other thread does not come back. Only: 0 1 2 true.
 */
public class AwaitKeepsHolds {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        lock.lock();
        lock.lock();
        Thread thread = new Thread(() -> {
            lock.lock();
            x++;
            changed.signalAll();
            lock.unlock();
        });
        thread.start();
        String seen = x + " ";
        changed.await();
        seen += x + " " + lock.getHoldCount();
        lock.unlock();
        lock.unlock();
        System.out.println(seen + " " + lock.tryLock());
    }
}
