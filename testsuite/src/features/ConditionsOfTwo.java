import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Two threads that make a condition of the same lock, each its own. Nobody waits there, so a signal is lost.
 *
 * Only outcome: 2, because each counts while it has the lock.
 */
public class ConditionsOfTwo {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int n;

    static void count() {
        Condition condition = LOCK.newCondition();
        LOCK.lock();
        try {
            n++;
            condition.signal();
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(ConditionsOfTwo::count);
        Thread t2 = new Thread(ConditionsOfTwo::count);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(n);
    }
}
