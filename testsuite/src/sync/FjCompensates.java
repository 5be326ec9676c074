import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;

/**
 * The only worker waits for a CompletableFuture, which the second task completes: another worker makes up for it.
 *
 * Only: 3.
 */
public class FjCompensates {
    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        CompletableFuture<Integer> value = new CompletableFuture<>();
        Future<Integer> first = pool.submit(() -> value.get());
        pool.submit(() -> value.complete(3));
        System.out.println(first.get());
    }
}
