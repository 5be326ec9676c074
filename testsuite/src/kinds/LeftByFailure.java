import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Main fails if it looks before the worker has counted, and then does not come to the line that ends the pool: the worker waits for more tasks for
 * ever. Without the failure it ends. So there is one violation, and the thread leak is a consequence of it.
 *
 * Two outcomes: the worker was first, and everything ends; main was first, its exception is nobody's, and the worker is left, a deadlock.
 */
public class LeftByFailure {
    static volatile int count;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> count = 1);
        if (count == 0) {
            throw new IllegalStateException("too early");
        }
        pool.shutdown();
    }
}
