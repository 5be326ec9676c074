import java.util.concurrent.locks.LockSupport;

/**
 * A park with a time limit does not end before its time while another thread can still unpark it, and what was written before the
 * unpark is seen then. Only outcome: true.
 */
public class ParkNanosUnparked {
    static boolean set;
    static boolean seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            LockSupport.parkNanos(60_000_000_000L);
            seen = set;
        });
        set = true;
        LockSupport.unpark(t);
        t.join();
        System.out.println(seen);
    }
}
