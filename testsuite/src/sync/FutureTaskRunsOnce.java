import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A FutureTask that two threads run runs once, and get waits for it.
 */
public class FutureTaskRunsOnce {
    static final AtomicInteger runs = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> {
            runs.incrementAndGet();
            return 7;
        });
        Par.start(task::run);
        Par.start(task::run);
        System.out.println(task.get() + " " + runs);
    }
}
