import java.util.concurrent.locks.LockSupport;

/**
 * An unpark of a thread that has not been started has no effect, so its park waits for ever.
 */
public class UnparkOfNewThreadIsLost {
    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.thread(() -> LockSupport.park());
        LockSupport.unpark(t);
        t.start();
        System.out.println("started");
        t.join();
        System.out.println("not reached");
    }
}
