import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * invokeAll returns when all tasks are done, with their futures in the order of the tasks.
 */
public class InvokeAllWaits {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Callable<Integer>> tasks = List.of(() -> 1, () -> 2);
        List<Future<Integer>> done = pool.invokeAll(tasks);
        pool.shutdown();
        System.out.println(done.get(0).isDone() + " " + done.get(1).isDone() + " " + (done.get(0).get() + done.get(1).get()));
    }
}
