import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * One worker runs the tasks in the order in which they were submitted, one after the other.
 */
public class PoolOfOneKeepsOrder {
    static String order = "";

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> order += "1 ");
        Future<?> second = pool.submit(() -> order += "2 ");
        second.get();
        pool.shutdown();
        System.out.println(order.trim());
    }
}
