import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The same as Stock, by the threads of a pool. */
public class StockByPool {
    static final ConcurrentHashMap<String, Integer> left = new ConcurrentHashMap<>();

    static void buy(String what) {
        Integer have = left.get(what);
        if (have > 0) {
            left.put(what, have - 1);
        }
    }

    public static void main(String[] args) throws Exception {
        left.put("apple", 3);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> alice = pool.submit(() -> buy("apple"));
        Future<?> bob = pool.submit(() -> buy("apple"));
        alice.get();
        bob.get();
        pool.shutdown();
        if (left.get("apple") != 1) {
            throw new AssertionError("two apples were sold, and " + left + " is left");
        }
    }
}
