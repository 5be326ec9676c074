import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A wait with a time limit for a task that waits for main.
 *
 * Only: timeout, then 1. Main counts down only after it has given up.
 */
public class FjGetTimesOut {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        ForkJoinTask<Integer> task = new ForkJoinPool(1).submit(() -> {
            latch.await();
            return 1;
        });
        try {
            System.out.println(task.get(1, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            System.out.println("timeout");
        }
        latch.countDown();
        System.out.println(task.get());
    }
}
