import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A pool of at most one worker and no room in its queue: the second task is rejected as long as the worker is busy with the first, and taken
 * if it waits for a task again. Possible: false (rejected), true (taken).
 */
public class FullPoolRejects {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>());
        pool.execute(() -> { });
        boolean taken = true;
        try {
            pool.execute(() -> { });
        } catch (RejectedExecutionException e) {
            taken = false;
        }
        pool.shutdown();
        System.out.println(taken);
    }
}
