import java.util.concurrent.locks.ReentrantLock;

/**
 * A static initialiser that takes a lock which others take as well. It runs once; then the two threads count in one order or the
 * other.
 */
public class InitialiserLocks {
    static final ReentrantLock lock = new ReentrantLock();

    static class Counter {
        static int n;

        static {
            lock.lock();
            try {
                n = 1;
            } finally {
                lock.unlock();
            }
        }

        static int next() {
            lock.lock();
            try {
                return n++;
            } finally {
                lock.unlock();
            }
        }
    }

    static int first;

    public static void main(String[] args) throws InterruptedException {
        Thread a = Par.start(() -> first = Counter.next());
        int second = Counter.next();
        a.join();
        System.out.println(first + " " + second);
    }
}
