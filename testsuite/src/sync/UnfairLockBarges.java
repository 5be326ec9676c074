import java.util.concurrent.locks.ReentrantLock;

/**
 * An ordinary lock may be taken by who comes although another thread waits for it: main unlocks and locks again, and the waiting thread
 * was in between, or not.
 */
public class UnfairLockBarges {
    static final ReentrantLock lock = new ReentrantLock();
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
