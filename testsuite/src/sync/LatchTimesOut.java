import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An await with a time limit is in vain if nobody will count down, and waits while somebody can.
 */
public class LatchTimesOut {
    static final CountDownLatch latch = new CountDownLatch(1);

    public static void main(String[] args) throws InterruptedException {
        boolean first = latch.await(20, TimeUnit.MILLISECONDS);
        Thread t = Par.start(() -> latch.countDown());
        boolean second = latch.await(60, TimeUnit.SECONDS);
        t.join();
        System.out.println(first + " " + second);
    }
}
