import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * signal wakes the thread that has waited longest, unlike notify: the first waits before the second starts, and both before main signals.
 */
public class SignalWakesLongest {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static int waiting;
    static String order = "";

    static void waiter(int me) throws InterruptedException {
        lock.lock();
        waiting++;
        condition.await();
        order += me + " ";
        lock.unlock();
    }

    static int waiting() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    static boolean nobodyWoke() {
        lock.lock();
        try {
            return order.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    static void wakeOne() {
        lock.lock();
        condition.signal();
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = Par.start(() -> waiter(1));
        while (waiting() < 1) {
            Thread.onSpinWait();
        }
        Thread second = Par.start(() -> waiter(2));
        while (waiting() < 2) {
            Thread.onSpinWait();
        }
        wakeOne();
        while (nobodyWoke()) {
            Thread.onSpinWait();
        }
        wakeOne();
        first.join();
        second.join();
        System.out.println(order.trim());
    }
}
