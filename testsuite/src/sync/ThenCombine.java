import java.util.concurrent.CompletableFuture;

/**
 * thenCombine runs when both are complete, whichever is last, with the values in the order of the futures.
 */
public class ThenCombine {
    public static void main(String[] args) {
        CompletableFuture<Integer> a = new CompletableFuture<>();
        CompletableFuture<Integer> b = new CompletableFuture<>();
        CompletableFuture<Integer> both = a.thenCombine(b, (x, y) -> 10 * x + y);
        Par.start(() -> a.complete(1));
        Par.start(() -> b.complete(2));
        System.out.println(both.join());
    }
}
