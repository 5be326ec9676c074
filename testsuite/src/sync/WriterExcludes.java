import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A reader sees both writes of a writer or none. Possible: 0 0, 1 1.
 */
public class WriterExcludes {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int x;
    static int y;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            lock.writeLock().lock();
            x = 1;
            y = 1;
            lock.writeLock().unlock();
        });
        lock.readLock().lock();
        int a = x;
        int b = y;
        lock.readLock().unlock();
        t.join();
        System.out.println(a + " " + b);
    }
}
