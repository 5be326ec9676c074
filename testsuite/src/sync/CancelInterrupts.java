import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * cancel(true) interrupts a task that has begun; get then throws. The task waits for what never happens, so nothing else ends it.
 */
public class CancelInterrupts {
    static final CountDownLatch begun = new CountDownLatch(1);
    static String task = "done";

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<?> future = pool.submit(() -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                task = "interrupted";
            }
        });
        begun.await();
        String result = future.cancel(true) + " ";
        try {
            future.get();
        } catch (CancellationException e) {
            result += future.isCancelled();
        }
        pool.shutdown();
        pool.awaitTermination(60, TimeUnit.SECONDS);
        System.out.println(result + ", task " + task);
    }
}
