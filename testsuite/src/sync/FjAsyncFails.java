import java.util.concurrent.CompletableFuture;

/**
 * An asynchronous value that cannot be had, and what stands for it.
 *
 * Only: -1.
 */
public class FjAsyncFails {
    static int fail() {
        throw new IllegalStateException();
    }

    public static void main(String[] args) {
        System.out.println(CompletableFuture.supplyAsync(FjAsyncFails::fail).exceptionally(e -> -1).join());
    }
}
