import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * A cache without bounds: one thread puts a value, another one looks for it.
 *
 * @outcome null
 * @outcome one
 */
public class CaffeineSimple {
    public static void main(String[] args) throws InterruptedException {
        Cache<Integer, String> cache = Caffeine.newBuilder().build();
        String[] got = new String[1];
        Thread t1 = new Thread(() -> cache.put(1, "one"));
        Thread t2 = new Thread(() -> got[0] = cache.getIfPresent(1));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(got[0]);
    }
}
