import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Main fails if it looks before the worker has counted; but whether it fails or not, nobody ends the pool. The worker waits for more tasks for ever
 * in every execution, so the thread leak is a violation of its own, although it comes after the failure as well.
 *
 * Only outcome: nothing is printed, and a deadlock. Two violations, and no consequence.
 */
public class LeftAnyway {
    static volatile int count;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> count = 1);
        if (count == 0) {
            throw new IllegalStateException("too early");
        }
    }
}
