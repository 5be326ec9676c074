import java.util.concurrent.locks.ReentrantLock;

/** A monitor and a lock. */
public class OrderedByLocks {
    static int one;
    static int other;
    static final ReentrantLock lock = new ReentrantLock();

    static void add() {
        synchronized (lock.getClass()) {
            one++;
        }
        lock.lock();
        try {
            other++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(OrderedByLocks::add);
        thread.start();
        add();
        thread.join();
        System.out.println(one + other);
    }
}
