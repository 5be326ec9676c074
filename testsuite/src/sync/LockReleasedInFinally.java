import java.util.concurrent.locks.ReentrantLock;

/**
 * With unlock in a finally block, the exception leaves the lock free. Only outcome: done false.
 */
public class LockReleasedInFinally {
    static final ReentrantLock lock = new ReentrantLock();

    static void fail() {
        lock.lock();
        try {
            throw new IllegalStateException("inside");
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> {
            try {
                fail();
            } catch (IllegalStateException e) {
                // As intended.
            }
        }, () -> {
            lock.lock();
            lock.unlock();
        });
        System.out.println("done " + lock.isLocked());
    }
}
