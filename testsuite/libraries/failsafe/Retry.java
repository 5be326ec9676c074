import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads try a task that succeeds at the third attempt of all, with three retries each.
 *
 * <p>The first two attempts of all fail. The third ends the thread that makes it, so the fourth is the other one's and ends that, whatever the
 * schedule. Only outcome: 4.
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
