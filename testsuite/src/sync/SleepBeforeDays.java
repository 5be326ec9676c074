import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A day is not over before a sleep of ten milliseconds: the pool has terminated by then. It is over before a longer sleep. */
public class SleepBeforeDays {
    public static void main(String[] args) throws InterruptedException {
        long sleep = Long.parseLong(args[0]);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.execute(() -> {
            try {
                Thread.sleep(sleep);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.DAYS));
    }
}
