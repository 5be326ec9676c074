import java.util.concurrent.locks.LockSupport;

/**
 * An unpark of a thread that has not been started is lost. One thread unparks another one that main starts meanwhile: if it comes too early, the
 * park waits for ever.
 *
 * <p>Possible: done, or a deadlock without output.
 */
public class UnparkRacesWithStart {
    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.thread(() -> LockSupport.park());
        Thread other = Par.start(() -> LockSupport.unpark(t));
        t.start();
        other.join();
        t.join();
        System.out.println("done");
    }
}
