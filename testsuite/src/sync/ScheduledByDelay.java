import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Delayed tasks run in the order of their delays, not of their submission. No delay is over before main has scheduled both.
 */
public class ScheduledByDelay {
    static String order = "";

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> second = pool.schedule(() -> order += "second ", 300, TimeUnit.MILLISECONDS);
        pool.schedule(() -> order += "first ", 200, TimeUnit.MILLISECONDS);
        second.get();
        pool.shutdown();
        System.out.println(order.trim());
    }
}
