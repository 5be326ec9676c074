import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads ask a cache for the same key. It is loaded once, so both get 1.
 *
 * @outcome 1 1
 */
public class CaffeineCache {
    public static void main(String[] args) throws InterruptedException {
        Cache<String, Integer> cache = Caffeine.newBuilder().maximumSize(10).executor(Runnable::run).build();
        AtomicInteger loads = new AtomicInteger();
        int[] got = new int[2];
        Thread t1 = new Thread(() -> got[0] = cache.get("key", k -> loads.incrementAndGet()));
        Thread t2 = new Thread(() -> got[1] = cache.get("key", k -> loads.incrementAndGet()));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(got[0] + " " + got[1]);
    }
}
