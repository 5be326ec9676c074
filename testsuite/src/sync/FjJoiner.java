import java.util.concurrent.RecursiveTask;

/**
 * Who runs a task that the main thread has forked: the main thread when it joins, if no worker has begun by then.
 *
 * Possible: "main", "ForkJoinPool.commonPool-worker-1". There is no second worker, because there is one task and nobody that
 * waits inside the pool.
 */
public class FjJoiner {
    public static void main(String[] args) {
        RecursiveTask<String> task = new RecursiveTask<>() {
            @Override
            protected String compute() {
                return Thread.currentThread().getName();
            }
        };
        task.fork();
        System.out.println(task.join());
    }
}
