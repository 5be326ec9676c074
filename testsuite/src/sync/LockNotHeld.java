import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * await, signal and signalAll are refused to a thread that does not hold the lock, though another one does.
 */
public class LockNotHeld {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static String result = "";

    static void attempt(String name, Par.Body body) throws Exception {
        try {
            body.run();
            result += name + " done, ";
        } catch (IllegalMonitorStateException e) {
            result += name + " refused, ";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        lock.lock();
        Thread t = Par.start(() -> {
            attempt("await", () -> condition.await());
            attempt("signal", () -> condition.signal());
            attempt("signalAll", () -> condition.signalAll());
        });
        t.join();
        System.out.println(result.substring(0, result.length() - 2));
    }
}
