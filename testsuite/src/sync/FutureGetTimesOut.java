import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * get with a time limit is in vain if nobody will complete the future, and waits while somebody can.
 */
public class FutureGetTimesOut {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        String result;
        try {
            result = "" + future.get(20, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            result = "too late";
        }
        Thread t = Par.start(() -> future.complete(1));
        System.out.println(result + ", " + future.get(60, TimeUnit.SECONDS));
        t.join();
    }
}
