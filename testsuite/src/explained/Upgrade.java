import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Who still reads wants to write, and waits for himself. */
public class Upgrade {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int value;

    static void raise() {
        lock.readLock().lock();
        if (value < 10) {
            lock.writeLock().lock();
            value++;
            lock.writeLock().unlock();
        }
        lock.readLock().unlock();
    }

    public static void main(String[] args) {
        new Thread(Upgrade::raise, "one").start();
    }
}
