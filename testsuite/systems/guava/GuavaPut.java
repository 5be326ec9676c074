import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;

/**
 * One thread puts two keys into a cache, another one looks at the second and then at the first.
 *
 * <p>Whoever finds the second key finds the first: they were put in that order. 1 stands for found, 0 for not.
 *
 * @outcome 0 0
 * @outcome 0 1
 * @outcome 1 1
 */
public class GuavaPut {
    public static void main(String[] args) throws InterruptedException {
        Cache<Integer, String> cache = CacheBuilder.newBuilder().concurrencyLevel(1).build();
        int[] seen = new int[2];
        Thread writer = new Thread(() -> {
            cache.put(1, "one");
            cache.put(2, "two");
        });
        Thread reader = new Thread(() -> {
            seen[0] = cache.getIfPresent(2) == null ? 0 : 1;
            seen[1] = cache.getIfPresent(1) == null ? 0 : 1;
        });
        writer.start();
        reader.start();
        writer.join();
        reader.join();
        System.out.println(seen[0] + " " + seen[1]);
    }
}
