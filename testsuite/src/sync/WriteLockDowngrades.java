import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The writer may take the read lock too, and keep it when it gives the write lock back. Then another thread can read, but not write.
 */
public class WriteLockDowngrades {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static String result;

    public static void main(String[] args) throws InterruptedException {
        lock.writeLock().lock();
        lock.readLock().lock();
        lock.writeLock().unlock();
        Thread t = Par.start(() -> result = lock.readLock().tryLock() + " " + lock.writeLock().tryLock());
        t.join();
        System.out.println(result);
    }
}
