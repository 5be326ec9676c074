import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * invokeAny returns the result of a task that succeeds: of these two only the second does.
 */
public class InvokeAnyTakesOne {
    static int fail() {
        throw new IllegalStateException("no result");
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        List<Callable<Integer>> tasks = List.of(InvokeAnyTakesOne::fail, () -> 2);
        int result = pool.invokeAny(tasks);
        pool.shutdown();
        System.out.println(result);
    }
}
