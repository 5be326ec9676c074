import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The exception of a task that was given to execute is caught by nobody: it ends the worker, like any uncaught exception, and another worker takes its
 * place.
 */
public class ExecutedTaskFails {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {
            throw new IllegalStateException("boom");
        });
        int result = pool.submit(() -> 2).get();
        pool.shutdown();
        System.out.println(result);
    }
}
