import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * tryAcquire with a time limit is in vain if nobody will release, and waits while somebody can.
 */
public class SemaphoreTimesOut {
    static final Semaphore semaphore = new Semaphore(0);

    public static void main(String[] args) throws InterruptedException {
        boolean first = semaphore.tryAcquire(20, TimeUnit.MILLISECONDS);
        Thread t = Par.start(() -> semaphore.release());
        boolean second = semaphore.tryAcquire(60, TimeUnit.SECONDS);
        t.join();
        System.out.println(first + " " + second);
    }
}
