import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock counts how often its owner holds it, by lock and by tryLock, and is free again after as many unlocks.
 */
public class LockCounts {
    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        String result = lock.getHoldCount() + " " + lock.isLocked() + " ";
        lock.lock();
        result += lock.getHoldCount() + " ";
        lock.lock();
        result += lock.getHoldCount() + " ";
        lock.tryLock();
        result += lock.getHoldCount() + " ";
        lock.unlock();
        result += lock.getHoldCount() + " " + lock.isHeldByCurrentThread() + " ";
        lock.unlock();
        lock.unlock();
        System.out.println(result + lock.isLocked() + " " + lock.getHoldCount());
    }
}
