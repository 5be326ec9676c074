import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * awaitTermination gives up if the task waits and nobody else can go on; and it waits as long as the task can go on.
 */
public class AwaitTermination {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> {
            latch.await();
            return null;
        });
        pool.shutdown();
        boolean first = pool.awaitTermination(20, TimeUnit.MILLISECONDS);
        latch.countDown();
        boolean second = pool.awaitTermination(60, TimeUnit.SECONDS);
        System.out.println(first + " " + second);
    }
}
