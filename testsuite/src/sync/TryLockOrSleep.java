import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A lock that is held for 20 milliseconds is not got in 10, and is in 30. */
public class TryLockOrSleep {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread holder = Par.start(() -> {
            lock.lock();
            Thread.sleep(20);
            lock.unlock();
        });
        Thread.sleep(1);
        boolean soon = lock.tryLock(10, TimeUnit.MILLISECONDS);
        boolean later = lock.tryLock(30, TimeUnit.MILLISECONDS);
        holder.join();
        System.out.println(soon + " " + later);
    }
}
