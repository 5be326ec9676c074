import java.util.concurrent.locks.StampedLock;

/**
 * Who has the write lock of a StampedLock and asks for it again waits for itself.
 */
public class StampedLockIsNotReentrant {
    public static void main(String[] args) {
        StampedLock lock = new StampedLock();
        lock.writeLock();
        System.out.println("locked");
        lock.writeLock();
        System.out.println("not reached");
    }
}
