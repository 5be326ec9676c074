import java.util.concurrent.CompletableFuture;

/**
 * Two asynchronous values, one of them worked on further, and their sum.
 *
 * Only: 1 + 1 + 3 = 5.
 */
public class FjAsyncCombine {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 1).thenApply(x -> x + 1);
        CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 3);
        System.out.println(one.thenCombine(two, (x, y) -> x + y).get());
    }
}
