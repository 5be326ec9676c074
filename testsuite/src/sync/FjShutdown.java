import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * After shutdown, what has been pushed still runs, and nothing else is taken. The end comes when that is done.
 *
 * Only: true 1 true true. The first task was there before the shutdown; the wait for the end gives up only when nothing
 * else can happen.
 */
public class FjShutdown {
    static volatile int value;

    public static void main(String[] args) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.execute(() -> value = 1);
        pool.shutdown();
        boolean rejected = false;
        try {
            pool.execute(() -> value = 2);
        } catch (RejectedExecutionException e) {
            rejected = true;
        }
        boolean ended = pool.awaitTermination(1, TimeUnit.SECONDS);
        System.out.println(ended + " " + value + " " + rejected + " " + pool.isTerminated());
    }
}
