import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;

/**
 * The only worker waits for what main does only after the second task: nobody makes up for a worker that waits for a latch.
 *
 * Only: a deadlock. The first task of the queue is always the first to be run, and main does not run what is in a pool of its own.
 */
public class FjStarves {
    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch latch = new CountDownLatch(1);
        pool.submit(() -> {
            latch.await();
            return 1;
        });
        Future<Integer> second = pool.submit(() -> 2);
        second.get();
        latch.countDown();
        System.out.println("done");
    }
}
