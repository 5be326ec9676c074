import java.util.concurrent.locks.ReentrantLock;

/**
 * Who queues for a lock without minding interrupts clears its flag while it waits, and sets it again afterwards. So another thread may
 * see the flag set or not.
 */
public class FlagWhileQueued {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread a = Par.thread(() -> {
            lock.lock();
            lock.unlock();
        });
        lock.lock();
        a.start();
        a.interrupt();
        boolean seen = a.isInterrupted();
        lock.unlock();
        a.join();
        System.out.println(seen);
    }
}
