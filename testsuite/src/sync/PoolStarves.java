import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A task that waits for another task of the same pool of one: the worker waits for itself. A deadlock without output, always.
 */
public class PoolStarves {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        System.out.println(pool.submit(() -> pool.submit(() -> 1).get()).get());
        pool.shutdown();
    }
}
