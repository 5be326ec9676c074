import java.util.concurrent.locks.LockSupport;

/**
 * An interrupt ends a park and leaves the flag set, and as long as it is set, no park blocks.
 */
public class InterruptEndsPark {
    static String result;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            LockSupport.park();
            result = Thread.currentThread().isInterrupted() + " ";
            LockSupport.park();
            LockSupport.park();
            result += Thread.interrupted() + " " + Thread.interrupted();
        });
        t.interrupt();
        t.join();
        System.out.println(result);
    }
}
