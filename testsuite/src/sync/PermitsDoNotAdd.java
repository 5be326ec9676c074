import java.util.concurrent.locks.LockSupport;

/**
 * Two threads unpark a third one that parks twice. If both unparks come before the first park has taken a permit, the second park waits for ever.
 *
 * <p>Possible: done, or a deadlock without output.
 */
public class PermitsDoNotAdd {
    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            LockSupport.park();
            LockSupport.park();
        });
        Thread other = Par.start(() -> LockSupport.unpark(t));
        LockSupport.unpark(t);
        other.join();
        t.join();
        System.out.println("done");
    }
}
