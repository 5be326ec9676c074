import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a lock tells about who waits. One thread waits for the condition; then main has the lock, and a second thread queues for it. The
 * signal moves the first thread into the queue. In the end nobody is left.
 */
public class LockQueries {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();

    static boolean waits() {
        lock.lock();
        try {
            return lock.hasWaiters(condition);
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = Par.start(() -> {
            lock.lock();
            condition.await();
            lock.unlock();
        });
        while (!waits()) {
            Thread.onSpinWait();
        }
        lock.lock();
        Thread queued = Par.start(() -> {
            lock.lock();
            lock.unlock();
        });
        while (!lock.hasQueuedThread(queued)) {
            Thread.onSpinWait();
        }
        String result = lock.hasQueuedThreads() + " " + lock.isLocked() + " " + lock.getQueueLength() + " "
                + lock.getWaitQueueLength(condition) + " " + lock.getHoldCount() + " | ";
        condition.signal();
        result += lock.getQueueLength() + " " + lock.hasWaiters(condition) + " | ";
        lock.unlock();
        waiter.join();
        queued.join();
        System.out.println(result + lock.hasQueuedThreads() + " " + lock.getQueueLength() + " " + lock.isLocked());
    }
}
