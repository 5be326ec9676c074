import java.util.concurrent.locks.LockSupport;

/**
 * Waits in loops and outside of them. Two would take a spurious wake-up for what they wait for: the first wait and the first park. The others look
 * again, or have a limit and have to expect nothing when they come back.
 */
public class WaitsOnce {
    static final Object LOCK = new Object();
    static boolean ready;
    static volatile boolean flag;

    static void waits() throws InterruptedException {
        synchronized (LOCK) {
            if (!ready) {
                LOCK.wait();
            }
        }
        synchronized (LOCK) {
            while (!ready) {
                LOCK.wait();
            }
            LOCK.wait(1);
        }
        LockSupport.park();
        do {
            LockSupport.parkNanos(1000);
            if (!flag) {
                LockSupport.park(LOCK);
            }
        } while (!flag);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = Par.start(WaitsOnce::waits);
        synchronized (LOCK) {
            ready = true;
            LOCK.notifyAll();
        }
        LockSupport.unpark(waiter);
        flag = true;
        LockSupport.unpark(waiter);
        waiter.join();
        System.out.println("done");
    }
}
