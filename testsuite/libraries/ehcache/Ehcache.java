import net.sf.ehcache.Cache;
import net.sf.ehcache.Element;
import net.sf.ehcache.CacheManager;
import net.sf.ehcache.config.CacheConfiguration;
import net.sf.ehcache.config.Configuration;

/**
 * Two threads put a value for the same key if there is none. One of them wins; the other gets its value.
 *
 * @jvm -Dnet.sf.ehcache.skipUpdateCheck=true
 * @outcome null 1
 * @outcome 2 null
 */
public class Ehcache {
    private static Object value(Element element) {
        return element == null ? null : element.getObjectValue();
    }

    public static void main(String[] args) throws InterruptedException {
        Configuration configuration = new Configuration();
        configuration.setUpdateCheck(false);
        CacheManager manager = new CacheManager(configuration);
        Cache cache = new Cache(new CacheConfiguration("c", 10));
        manager.addCache(cache);
        Object[] was = new Object[2];
        Thread t1 = new Thread(() -> was[0] = value(cache.putIfAbsent(new Element("k", 1))));
        Thread t2 = new Thread(() -> was[1] = value(cache.putIfAbsent(new Element("k", 2))));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(was[0] + " " + was[1]);
        manager.shutdown();
    }
}
