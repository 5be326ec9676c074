import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * signalAll wakes all that wait; a thread that comes later sees the flag and does not wait. Only outcome: 3.
 */
public class SignalAllWakesAll {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static boolean set;
    static int sum;

    static void waiter(int number) throws InterruptedException {
        lock.lock();
        while (!set) {
            condition.await();
        }
        sum += number;
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = Par.start(() -> waiter(1));
        Thread second = Par.start(() -> waiter(2));
        lock.lock();
        set = true;
        condition.signalAll();
        lock.unlock();
        first.join();
        second.join();
        System.out.println(sum);
    }
}
