import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A signal wakes those that wait for its condition, not those of another condition of the same lock.
 *
 * <p>One thread waits for each condition. main signals the second, lets that thread write, and only then signals the first.
 */
public class TwoConditions {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition one = lock.newCondition();
    static final Condition two = lock.newCondition();
    static int waiting;
    static String order = "";

    static void waiter(Condition condition, int me) throws InterruptedException {
        lock.lock();
        waiting++;
        condition.await();
        order += me + " ";
        lock.unlock();
    }

    static boolean ready(int number, int length) {
        lock.lock();
        try {
            return waiting >= number && order.length() >= length;
        } finally {
            lock.unlock();
        }
    }

    static void signal(Condition condition) {
        lock.lock();
        condition.signal();
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = Par.start(() -> waiter(one, 1));
        Thread second = Par.start(() -> waiter(two, 2));
        while (!ready(2, 0)) {
            Thread.onSpinWait();
        }
        signal(two);
        while (!ready(2, 1)) {
            Thread.onSpinWait();
        }
        signal(one);
        first.join();
        second.join();
        System.out.println(order.trim());
    }
}
