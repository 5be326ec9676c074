import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;

/**
 * shutdownNow drops what is queued and interrupts what runs.
 *
 * Possible: "true cancelled" (no worker had taken the task), "true interrupted" (one had: it is interrupted while it waits, or before).
 * Not "?": nobody counts down.
 */
public class FjShutdownNow {
    static final CountDownLatch LATCH = new CountDownLatch(1);

    static String waits() {
        try {
            LATCH.await();
            return "?";
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkJoinTask<String> task = pool.submit(FjShutdownNow::waits);
        pool.shutdownNow();
        boolean ended = pool.awaitTermination(1, TimeUnit.SECONDS);
        String result;
        try {
            result = task.get();
        } catch (CancellationException e) {
            result = "cancelled";
        }
        System.out.println(ended + " " + result);
    }
}
