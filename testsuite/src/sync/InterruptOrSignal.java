import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An interrupt and a signal for the same waiter: it is either signalled, and the flag stays set, or interrupted, and then the signal goes to the
 * next waiter (documentation of Condition.await).
 *
 * <p>a waits first, then b; one thread signals, which means a if it still waits; main interrupts a. If a was signalled, main signals for b.
 * If not, b has to have got the signal: else it would wait for ever. Before a looks at its flag, it lets the interrupt happen.
 */
public class InterruptOrSignal {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static int waiting;
    static volatile boolean interrupted;
    static String result;

    static int waiting() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    static void signal() {
        lock.lock();
        condition.signal();
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = Par.start(() -> {
            String how = "signalled";
            lock.lock();
            waiting++;
            try {
                condition.await();
            } catch (InterruptedException e) {
                how = "interrupted";
            } finally {
                lock.unlock();
            }
            while (!interrupted) {
                Thread.onSpinWait();
            }
            result = how + ", flag " + Thread.currentThread().isInterrupted();
        });
        while (waiting() < 1) {
            Thread.onSpinWait();
        }
        Thread b = Par.start(() -> {
            lock.lock();
            waiting++;
            condition.await();
            lock.unlock();
        });
        while (waiting() < 2) {
            Thread.onSpinWait();
        }
        Thread signaller = Par.start(InterruptOrSignal::signal);
        a.interrupt();
        interrupted = true;
        a.join();
        if (result.startsWith("signalled")) {
            signal();
        }
        b.join();
        signaller.join();
        System.out.println(result);
    }
}
