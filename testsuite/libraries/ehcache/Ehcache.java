import org.ehcache.Cache;
import org.ehcache.CacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;

/**
 * Two threads put a value for the same key if there is none. One of them wins; the other gets its value.
 *
 * @outcome null 1
 * @outcome 2 null
 */
public class Ehcache {
    public static void main(String[] args) throws InterruptedException {
        CacheManager manager = CacheManagerBuilder.newCacheManagerBuilder().build(true);
        Cache<String, Integer> cache = manager.createCache("c",
                CacheConfigurationBuilder.newCacheConfigurationBuilder(String.class, Integer.class, ResourcePoolsBuilder.heap(10)));
        Integer[] was = new Integer[2];
        Thread t1 = new Thread(() -> was[0] = cache.putIfAbsent("k", 1));
        Thread t2 = new Thread(() -> was[1] = cache.putIfAbsent("k", 2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(was[0] + " " + was[1]);
        manager.close();
    }
}
