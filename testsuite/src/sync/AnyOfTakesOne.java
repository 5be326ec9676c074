import java.util.concurrent.CompletableFuture;

/**
 * anyOf has the value of one that is complete. Possible: 1, 2.
 */
public class AnyOfTakesOne {
    public static void main(String[] args) {
        CompletableFuture<Integer> a = new CompletableFuture<>();
        CompletableFuture<Integer> b = new CompletableFuture<>();
        Par.start(() -> a.complete(1));
        Par.start(() -> b.complete(2));
        System.out.println(CompletableFuture.anyOf(a, b).join());
    }
}
