import java.util.concurrent.locks.LockSupport;

/**
 * The usual way: park as long as the flag is not set. The unpark comes after the write of the flag, so either the flag is seen, or the
 * permit is there. Only outcome: done.
 */
public class ParkInLoop {
    static volatile boolean set;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
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
