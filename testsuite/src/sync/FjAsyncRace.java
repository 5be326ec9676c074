import java.util.concurrent.CompletableFuture;

/**
 * Two asynchronous actions count without a lock; allOf waits for both.
 *
 * Possible: 2 (one after the other), 1 (both read 0).
 */
public class FjAsyncRace {
    static int count;

    public static void main(String[] args) {
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> count++);
        CompletableFuture<Void> two = CompletableFuture.runAsync(() -> count++);
        CompletableFuture.allOf(one, two).join();
        System.out.println(count);
    }
}
