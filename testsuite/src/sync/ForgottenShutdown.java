import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Without shutdown the workers wait for more tasks for ever, and the program never ends.
 */
public class ForgottenShutdown {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        System.out.println(pool.submit(() -> 1).get());
    }
}
