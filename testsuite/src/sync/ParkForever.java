import java.util.concurrent.locks.LockSupport;

/**
 * A park that nobody ends is a deadlock; it has no spurious end.
 */
public class ParkForever {
    public static void main(String[] args) {
        System.out.println("parks");
        LockSupport.park();
        System.out.println("not reached");
    }
}
