import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Two workers race like any two threads: a plain increment can be lost. Possible: 1, 2.
 */
public class PoolOfTwoRaces {
    static int x;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> a = pool.submit(() -> x++);
        Future<?> b = pool.submit(() -> x++);
        a.get();
        b.get();
        pool.shutdown();
        System.out.println(x);
    }
}
