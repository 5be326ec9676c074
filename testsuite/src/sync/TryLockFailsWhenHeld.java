import java.util.concurrent.locks.ReentrantLock;

/**
 * tryLock never waits: it fails if the other thread has the lock just then. Possible: true, false.
 */
public class TryLockFailsWhenHeld {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            lock.lock();
            lock.unlock();
        });
        boolean got = lock.tryLock();
        if (got) {
            lock.unlock();
        }
        t.join();
        System.out.println(got);
    }
}
