import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads try a task that succeeds at the third attempt of all, with two retries each.
 *
 * <p>Three attempts are made at least; a thread whose attempt is the third or later is done. The first to try needs one, two or three attempts. Both
 * are done with three or four attempts in all: whoever makes the third is done, and the other one needs one more unless its own last was later.
 *
 * @outcome 4
 */
public class Retry {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger attempts = new AtomicInteger();
        RetryPolicy<Object> policy = RetryPolicy.builder().withMaxRetries(3).build();
        Runnable task = () -> Failsafe.with(policy).run(() -> {
            if (attempts.incrementAndGet() < 3) {
                throw new IllegalStateException("again");
            }
        });
        Thread t1 = new Thread(task);
        Thread t2 = new Thread(task);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(attempts.get());
    }
}
