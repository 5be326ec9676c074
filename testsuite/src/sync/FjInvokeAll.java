import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;

/**
 * Two callables of one pool count without a lock, and return what they have counted to.
 *
 * Possible: "1 2 2", "2 1 2" (one after the other), "1 1 1" (both read 0).
 * Not "1 1 2" or another last digit: the last write is the larger one or both are 1, and invokeAll waits for both.
 */
public class FjInvokeAll {
    static int count;

    public static void main(String[] args) throws Exception {
        Callable<Integer> count = () -> FjInvokeAll.count = FjInvokeAll.count + 1;
        List<Future<Integer>> done = new ForkJoinPool(2).invokeAll(List.of(count, count));
        System.out.println(done.get(0).get() + " " + done.get(1).get() + " " + FjInvokeAll.count);
    }
}
