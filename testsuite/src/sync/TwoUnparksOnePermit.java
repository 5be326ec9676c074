import java.util.concurrent.locks.LockSupport;

/**
 * There is at most one permit: the second park waits for ever.
 */
public class TwoUnparksOnePermit {
    public static void main(String[] args) {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        System.out.println("one");
        LockSupport.park();
        System.out.println("two");
    }
}
