import java.util.concurrent.locks.ReentrantLock;

/**
 * A static initialiser asks whether its thread has a lock. Two threads need the class, one of which has the lock: what
 * the initialiser finds depends on which of them runs it.
 *
 * Possible: true, false (or 1, 0 holds; or that it may notify, or not).
 */
public class InitialiserAsksLock {
    static final ReentrantLock LOCK = new ReentrantLock();
    static String what;

    static class Held {
        static final Object FOUND = find();

        private static Object find() {
            switch (what) {
                case "held":
                    return LOCK.isHeldByCurrentThread();
                case "count":
                    return LOCK.getHoldCount();
                default:
                    try {
                        what.notify();
                        return true;
                    } catch (IllegalMonitorStateException e) {
                        return false;
                    }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        what = args[0];
        Thread holder = new Thread(() -> {
            LOCK.lock();
            synchronized (what) {
                Held.FOUND.hashCode();
            }
            LOCK.unlock();
        });
        Thread other = new Thread(() -> Held.FOUND.hashCode());
        holder.start();
        other.start();
        holder.join();
        other.join();
        System.out.println(Held.FOUND);
    }
}
