import java.util.concurrent.locks.LockSupport;

/**
 * A virtual thread parks until the flag is set; the unpark comes after that. Only outcome: done.
 */
public class VirtualParks {
    static volatile boolean set;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Thread.startVirtualThread(() -> {
            while (!set) {
                LockSupport.park();
            }
        });
        set = true;
        LockSupport.unpark(t);
        t.join();
        System.out.println("done");
    }
}
