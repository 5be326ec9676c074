import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * After shutdown no task is taken, but those that were taken before still run.
 */
public class RejectedExecution {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> taken = pool.submit(() -> 1);
        pool.shutdown();
        String result;
        try {
            pool.execute(() -> { });
            result = "taken";
        } catch (RejectedExecutionException e) {
            result = "rejected";
        }
        System.out.println(result + ", " + taken.get());
    }
}
