import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A future gives up after 20 milliseconds, unless somebody who sleeps for so long completes it before: if both take as long, either may be. */
public class OrTimeoutOrSleep {
    public static void main(String[] args) throws InterruptedException {
        long sleep = Long.parseLong(args[0]);
        CompletableFuture<String> future = new CompletableFuture<>();
        future.orTimeout(20, TimeUnit.MILLISECONDS);
        Thread other = Par.start(() -> {
            Thread.sleep(sleep);
            future.complete("completed");
        });
        String how;
        try {
            how = future.join();
        } catch (CompletionException e) {
            how = e.getCause().getClass().getSimpleName();
        }
        other.join();
        System.out.println(how);
    }
}
