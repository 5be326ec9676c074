import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The exception of a task comes out of get, and harms neither the worker nor the next task. It is no violation: the future has caught it.
 */
public class TaskFails {
    static int fail() {
        throw new IllegalStateException("boom");
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> first = pool.submit(TaskFails::fail);
        Future<Integer> second = pool.submit(() -> 2);
        String result;
        try {
            result = "" + first.get();
        } catch (ExecutionException e) {
            result = "" + e.getCause();
        }
        System.out.println(result + ", " + second.get());
        pool.shutdown();
    }
}
