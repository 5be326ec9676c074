import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A function that is attached while the future is being completed runs exactly once, in one thread or the other.
 */
public class DependentRunsOnce {
    static final CompletableFuture<Integer> future = new CompletableFuture<>();
    static final AtomicInteger runs = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Thread t = Par.start(() -> future.complete(1));
        CompletableFuture<Integer> next = future.thenApply(value -> {
            runs.incrementAndGet();
            return value + 1;
        });
        int result = next.get();
        t.join();
        System.out.println(runs + " " + result);
    }
}
