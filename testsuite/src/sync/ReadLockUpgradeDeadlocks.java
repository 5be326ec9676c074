import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A reader cannot become the writer: it would wait for itself. tryLock fails, lock waits for ever.
 */
public class ReadLockUpgradeDeadlocks {
    public static void main(String[] args) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        System.out.println(lock.writeLock().tryLock());
        lock.writeLock().lock();
        System.out.println("not reached");
    }
}
