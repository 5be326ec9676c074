import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads ask a cache for the same key; the value is made by a counter.
 *
 * <p>A cache loads a key once: the second waits for the first, or finds what it has loaded. So the loader runs once, and both get 1.
 *
 * @outcome 1 1 loads 1
 */
public class GuavaCache {
    public static void main(String[] args) throws InterruptedException {
        Cache<String, Integer> cache = CacheBuilder.newBuilder().concurrencyLevel(1).maximumSize(10).build();
        AtomicInteger loads = new AtomicInteger();
        int[] got = new int[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                try {
                    got[me] = cache.get("key", loads::incrementAndGet);
                } catch (ExecutionException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(got[0] + " " + got[1] + " loads " + loads.get());
    }
}
