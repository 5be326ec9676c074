import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An await with a time limit does not end before its time while another thread can still signal.
 *
 * <p>main waits only if the flag is not set, and then the other thread will set it and signal. Only outcome: true true.
 */
public class TimedAwaitSignalled {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static boolean set;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            lock.lock();
            set = true;
            condition.signal();
            lock.unlock();
        });
        lock.lock();
        boolean signalled = true;
        if (!set) {
            signalled = condition.await(60, TimeUnit.SECONDS);
        }
        System.out.println(signalled + " " + set);
        lock.unlock();
        t.join();
    }
}
