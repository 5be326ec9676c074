import java.util.concurrent.CompletableFuture;

/**
 * allOf is complete when all are. Two threads complete one each; main waits for both.
 */
public class AllOfWaits {
    public static void main(String[] args) {
        CompletableFuture<Integer> a = new CompletableFuture<>();
        CompletableFuture<Integer> b = new CompletableFuture<>();
        Par.start(() -> a.complete(1));
        Par.start(() -> b.complete(2));
        CompletableFuture.allOf(a, b).join();
        System.out.println(a.getNow(0) + b.getNow(0));
    }
}
