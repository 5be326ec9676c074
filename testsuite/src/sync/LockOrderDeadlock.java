import java.util.concurrent.locks.ReentrantLock;

/**
 * Two locks, taken in opposite orders: a deadlock if each thread has one. Possible: done, or a deadlock without output.
 */
public class LockOrderDeadlock {
    static final ReentrantLock a = new ReentrantLock();
    static final ReentrantLock b = new ReentrantLock();

    static void both(ReentrantLock first, ReentrantLock second) {
        first.lock();
        second.lock();
        second.unlock();
        first.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> both(a, b), () -> both(b, a));
        System.out.println("done");
    }
}
