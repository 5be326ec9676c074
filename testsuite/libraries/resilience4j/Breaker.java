import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;

/**
 * A bulkhead that lets one through: two threads try to get in and leave again if they did. Both got in, one after the other, or one of them.
 *
 * @outcome 1
 * @outcome 2
 */
public class Breaker {
    static final boolean[] in = new boolean[2];

    static void enter(Bulkhead bulkhead, int i) {
        if (bulkhead.tryAcquirePermission()) {
            in[i] = true;
            bulkhead.onComplete();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Bulkhead bulkhead = Bulkhead.of("b", BulkheadConfig.custom().maxConcurrentCalls(1).maxWaitDuration(java.time.Duration.ZERO).build());
        Thread t1 = new Thread(() -> enter(bulkhead, 0));
        Thread t2 = new Thread(() -> enter(bulkhead, 1));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println((in[0] ? 1 : 0) + (in[1] ? 1 : 0));
    }
}
