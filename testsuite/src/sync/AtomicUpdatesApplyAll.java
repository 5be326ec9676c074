import java.util.concurrent.atomic.AtomicInteger;

/**
 * updateAndGet and accumulateAndGet are loops around compareAndSet, and so atomic: 1 is doubled and 3 is added, in either order.
 * Possible: 5, 8.
 */
public class AtomicUpdatesApplyAll {
    static final AtomicInteger x = new AtomicInteger(1);

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> x.updateAndGet(n -> n * 2), () -> x.accumulateAndGet(3, Integer::sum));
        System.out.println(x);
    }
}
