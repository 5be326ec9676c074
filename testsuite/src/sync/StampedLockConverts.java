import java.util.concurrent.locks.StampedLock;

/**
 * A read stamp converts into a write stamp if there is no other reader; with two readers it does not.
 */
public class StampedLockConverts {
    public static void main(String[] args) {
        StampedLock lock = new StampedLock();
        long stamp = lock.tryConvertToWriteLock(lock.readLock());
        String result = (stamp != 0) + " " + lock.isWriteLocked() + " | ";
        lock.unlock(stamp);
        long first = lock.readLock();
        lock.readLock();
        result += lock.getReadLockCount() + " " + (lock.tryConvertToWriteLock(first) != 0);
        System.out.println(result);
    }
}
