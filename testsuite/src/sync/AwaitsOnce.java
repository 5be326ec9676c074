import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A thread waits for a condition outside of a loop, another one in a loop; main sets what both wait for.
 *
 * A thread that comes back for no reason, which a condition may let it, finds that nothing is set: only with
 * --spurious, "false true" besides "true true". There is a hint for the first wait alone.
 */
public class AwaitsOnce {
    private static final Lock LOCK = new ReentrantLock();
    private static final Condition CHANGED = LOCK.newCondition();
    private static boolean ready;
    private static boolean once;
    private static boolean again;

    private static void once() throws InterruptedException {
        LOCK.lock();
        try {
            if (!ready) {
                CHANGED.await();
            }
            once = ready;
        } finally {
            LOCK.unlock();
        }
    }

    private static void again() throws InterruptedException {
        LOCK.lock();
        try {
            while (!ready) {
                CHANGED.await();
            }
            again = ready;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = Par.start(AwaitsOnce::once);
        Thread second = Par.start(AwaitsOnce::again);
        LOCK.lock();
        ready = true;
        CHANGED.signalAll();
        LOCK.unlock();
        first.join();
        second.join();
        System.out.println(once + " " + again);
    }
}
