import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock, unlike a monitor, is not released by an exception: if the thread that forgets it comes first, the other waits for ever.
 *
 * <p>Possible: done, or a deadlock without output.
 */
public class LockLeftByException {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> {
            try {
                lock.lock();
                throw new IllegalStateException("after lock");
            } catch (IllegalStateException e) {
                // The lock is still held, and the thread ends.
            }
        }, () -> {
            lock.lock();
            lock.unlock();
        });
        System.out.println("done");
    }
}
