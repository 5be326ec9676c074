import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Futures that a timer completes when nobody else does: orTimeout with an exception, completeOnTimeout with a value.
 */
public class FutureTimesOut {
    public static void main(String[] args) {
        String result;
        try {
            result = "" + new CompletableFuture<Integer>().orTimeout(20, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            result = e.getCause() instanceof TimeoutException ? "too late" : "" + e;
        }
        System.out.println(result + ", " + new CompletableFuture<Integer>().completeOnTimeout(7, 20, TimeUnit.MILLISECONDS).join());
    }
}
