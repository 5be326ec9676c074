import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A join with a time limit of a thread that parks gives up, when nobody can go on; after the unpark it does not.
 * A thread that was not started cannot be joined.
 */
public class VtJoinDuration {
    public static void main(String[] args) throws InterruptedException {
        Thread t = Thread.ofVirtual().unstarted(LockSupport::park);
        try {
            t.join(Duration.ofSeconds(1));
            System.out.println("joined");
        } catch (IllegalThreadStateException e) {
            System.out.println("not started");
        }
        t.start();
        System.out.println(t.join(Duration.ofMillis(5)));
        LockSupport.unpark(t);
        t.join();
        System.out.println(t.join(Duration.ofNanos(1)));
        Thread.sleep(Duration.ofNanos(1500));
    }
}
