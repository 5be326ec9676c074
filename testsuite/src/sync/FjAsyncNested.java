import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A worker of the common pool waits for an action that it has pushed itself; main waits with a time limit.
 *
 * Only: in. There is always something to do for somebody until main has its result, so its time is never over.
 */
public class FjAsyncNested {
    static String outer() {
        return CompletableFuture.supplyAsync(() -> "in").join();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(CompletableFuture.supplyAsync(FjAsyncNested::outer).get(5, TimeUnit.SECONDS));
    }
}
