import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An await with a time limit ends by itself when nobody else can go on, says so, and holds the lock again.
 */
public class AwaitTimesOut {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        boolean nothingLeft = condition.awaitNanos(5_000_000) <= 0;
        boolean signalled = condition.await(5, TimeUnit.MILLISECONDS);
        System.out.println(nothingLeft + " " + signalled + " " + lock.isHeldByCurrentThread());
    }
}
