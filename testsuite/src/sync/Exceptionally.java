import java.util.concurrent.CompletableFuture;

/**
 * An exception skips what is applied after it, up to the one that handles it; that is no violation.
 */
public class Exceptionally {
    static volatile String message;

    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        CompletableFuture<Integer> handled = future.thenApply(x -> x + 1).exceptionally(e -> {
            message = e.getCause().getMessage();
            return 7;
        });
        Thread t = Par.start(() -> future.completeExceptionally(new IllegalStateException("boom")));
        int result = handled.join();
        t.join();
        System.out.println(message + " " + result);
    }
}
