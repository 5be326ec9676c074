import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A thread tries for a second to get a lock, which main holds; main unlocks, and then interrupts it. Printed: what the try came to, and whether the
 * thread's flag is set afterwards.
 *
 * <p>As long as the lock is held main can go on, so the second never passes. Interrupted before it looked at its flag, or while it waits, the
 * thread throws, which clears the flag: "! false". It may have got the lock before the interrupt: "got false", or "got true" if the
 * interrupt comes before it asks. Interrupted after it looked at its flag it may still take the free lock at once: "got true".
 */
public class TimedTryLockInterrupted {
    static final ReentrantLock lock = new ReentrantLock();

    static void attempt() {
        String result;
        try {
            result = lock.tryLock(1, TimeUnit.SECONDS) ? "got" : "late";
        } catch (InterruptedException e) {
            result = "!";
        }
        System.out.println(result + " " + Thread.currentThread().isInterrupted());
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(TimedTryLockInterrupted::attempt);
        lock.lock();
        thread.start();
        lock.unlock();
        thread.interrupt();
        thread.join();
    }
}
