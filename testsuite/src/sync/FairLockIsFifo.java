import java.util.concurrent.locks.ReentrantLock;

/**
 * Of a fair lock, who waits gets it before who comes: main unlocks and locks again, and the waiting thread was in between. Only outcome.
 */
public class FairLockIsFifo {
    static final ReentrantLock lock = new ReentrantLock(true);
    static String order = "";

    public static void main(String[] args) throws InterruptedException {
        lock.lock();
        Thread t = Par.start(() -> {
            lock.lock();
            order += "t ";
            lock.unlock();
        });
        while (!lock.hasQueuedThread(t)) {
            Thread.onSpinWait();
        }
        lock.unlock();
        lock.lock();
        order += "main ";
        lock.unlock();
        t.join();
        System.out.println(order.trim());
    }
}
