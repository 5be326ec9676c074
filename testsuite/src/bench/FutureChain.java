import java.util.concurrent.CompletableFuture;

/**
 * A chain of futures: supplied in the common pool, applied, composed with another asynchronous one, combined. Whoever runs
 * what, the result is the same. Only outcome: 42.
 */
public class FutureChain {
    public static void main(String[] args) {
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 10);
        CompletableFuture<Integer> two = one.thenApply(x -> 2 * x).thenCompose(x -> CompletableFuture.supplyAsync(() -> x + 1));
        System.out.println(two.thenCombine(one, (x, y) -> 2 * x + y - 10).join());
    }
}
