import java.util.concurrent.locks.LockSupport;

/**
 * A parked thread is WAITING, and tells for what; after the unpark it tells nothing any more.
 */
public class StateParked {
    static final Object blocker = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> LockSupport.park(blocker));
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String result = t.getState() + " " + (LockSupport.getBlocker(t) == blocker);
        LockSupport.unpark(t);
        t.join();
        System.out.println(result + " " + (LockSupport.getBlocker(t) == blocker));
    }
}
