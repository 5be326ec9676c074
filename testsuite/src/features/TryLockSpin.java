import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that is tried until it is free. A try that fails changes nothing, so the thread waits for the lock to be free, and
 * what each thread learns is who was first.
 */
public class TryLockSpin {
    static final ReentrantLock lock = new ReentrantLock();
    static int count;

    static void once() {
        while (!lock.tryLock()) {
            Thread.onSpinWait();
        }
        count++;
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(TryLockSpin::once);
        Thread t2 = new Thread(TryLockSpin::once);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(count);
    }
}
