import java.util.concurrent.locks.StampedLock;

/**
 * An optimistic read is either validated, and then the values belong together, or not. It is validated if the writer
 * was done before or began after; in all other cases it is not. All three outcomes are possible.
 */
public class OptimisticRead {
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
        long stamp = lock.tryOptimisticRead();
        int a = x;
        int b = y;
        System.out.println(lock.validate(stamp) ? "valid " + a + " " + b : "not valid");
        t.join();
    }
}
