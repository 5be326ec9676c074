import java.util.concurrent.locks.LockSupport;

/**
 * The mistake: unpark before the flag is set. The thread can take the permit, see that the flag is not set, and park again for ever.
 *
 * <p>Possible: done, or a deadlock without output.
 */
public class UnparkBeforeFlag {
    static volatile boolean set;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            while (!set) {
                LockSupport.park();
            }
        });
        LockSupport.unpark(t);
        set = true;
        t.join();
        System.out.println("done");
    }
}
