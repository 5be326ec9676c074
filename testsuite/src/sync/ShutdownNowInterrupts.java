import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * shutdownNow interrupts the task that runs and returns the one that waits in the queue, which never runs.
 *
 * <p>The first task has begun when main calls shutdownNow, and waits for what never happens, so the second is still in the queue.
 */
public class ShutdownNowInterrupts {
    static final CountDownLatch begun = new CountDownLatch(1);
    static String first = "first done";
    static String second = "";

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                first = "first interrupted";
            }
        });
        pool.execute(() -> second = ", second ran");
        begun.await();
        int queued = pool.shutdownNow().size();
        boolean terminated = pool.awaitTermination(60, TimeUnit.SECONDS);
        System.out.println(queued + " queued, " + first + ", terminated " + terminated + second);
    }
}
