import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Main ends the program. In the first execution the other thread has not begun by then: what it does first (it looks at threads in a way in which models of
 * locks show) is found out only when it is told to stop.
 *
 * Outcomes: 0 (main is first at the lock), 1.
 */
public class InsightAtTheEnd {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int x;

    static class Other extends Thread {
        @Override
        public void run() {
            LockSupport.unpark(this);
            LOCK.lock();
            x = 1;
            LOCK.unlock();
        }
    }

    public static void main(String[] args) {
        new Other().start();
        LOCK.lock();
        System.out.println(x);
        LOCK.unlock();
        System.exit(0);
    }
}
