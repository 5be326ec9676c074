import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/**
 * Waiting until a pool has nothing to do.
 *
 * Only: true 1 true.
 */
public class FjQuiescence {
    static volatile int value;

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.execute(() -> value = 1);
        System.out.println(pool.awaitQuiescence(1, TimeUnit.SECONDS) + " " + value + " " + pool.isQuiescent());
    }
}
