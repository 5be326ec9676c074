import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock makes a plain increment safe. Only outcome: 2.
 */
public class LockExcludes {
    static final ReentrantLock lock = new ReentrantLock();
    static int x;

    static void increment() {
        lock.lock();
        try {
            x++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Par.run(LockExcludes::increment, LockExcludes::increment);
        System.out.println(x);
    }
}
