import java.util.concurrent.locks.StampedLock;

/**
 * A reader sees both writes of a writer or none. Possible: 0 0, 1 1.
 */
public class StampedLockExcludes {
    static final StampedLock lock = new StampedLock();
    static int x;
    static int y;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            long stamp = lock.writeLock();
            x = 1;
            y = 1;
            lock.unlockWrite(stamp);
        });
        long stamp = lock.readLock();
        int a = x;
        int b = y;
        lock.unlockRead(stamp);
        t.join();
        System.out.println(a + " " + b);
    }
}
