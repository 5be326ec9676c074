import java.util.concurrent.locks.LockSupport;

/**
 * A park with a time limit ends by itself when nobody else can go on; with a limit of nothing it does not even begin.
 */
public class ParkNanosTimesOut {
    public static void main(String[] args) {
        LockSupport.parkNanos(5_000_000);
        LockSupport.parkNanos(new Object(), 5_000_000);
        LockSupport.parkUntil(System.currentTimeMillis() + 5);
        LockSupport.parkNanos(0);
        System.out.println("over");
    }
}
