import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Two readers are inside at the same time: each waits inside until the other is there too. If readers excluded one another, that would be
 * a livelock.
 */
public class ReadersShare {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static volatile boolean a;
    static volatile boolean b;

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> {
            lock.readLock().lock();
            a = true;
            while (!b) {
                Thread.onSpinWait();
            }
            lock.readLock().unlock();
        }, () -> {
            lock.readLock().lock();
            b = true;
            while (!a) {
                Thread.onSpinWait();
            }
            lock.readLock().unlock();
        });
        System.out.println("both inside");
    }
}
