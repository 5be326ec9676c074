import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Nobody completes the future, so its time limit does.
 *
 * Only: TimeoutException. Nothing else can happen, so the time passes.
 */
public class FjOrTimeout {
    public static void main(String[] args) throws InterruptedException {
        try {
            System.out.println(new CompletableFuture<Integer>().orTimeout(1, TimeUnit.SECONDS).get());
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getClass().getSimpleName());
        }
    }
}
