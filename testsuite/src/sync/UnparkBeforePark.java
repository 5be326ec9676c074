import java.util.concurrent.locks.LockSupport;

/**
 * An unpark before the park is kept as a permit, so the order of the two does not matter. Only outcome: done.
 */
public class UnparkBeforePark {
    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> LockSupport.park());
        LockSupport.unpark(t);
        t.join();
        System.out.println("done");
    }
}
