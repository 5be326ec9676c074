import org.cache2k.Cache;
import org.cache2k.Cache2kBuilder;

/**
 * Two threads each add one to the value of a key by an entry processor, which runs atomically for a key.
 *
 * @outcome 2
 */
public class Cache2kInvoke {
    public static void main(String[] args) throws InterruptedException {
        Cache<String, Integer> cache =
                Cache2kBuilder.of(String.class, Integer.class).name("counts").eternal(true).entryCapacity(10).build();
        Runnable add = () -> cache.invoke("key", entry -> {
            Integer value = entry.getValue();
            return entry.setValue(value == null ? 1 : value + 1);
        });
        Thread one = new Thread(add);
        Thread two = new Thread(add);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(cache.get("key"));
        cache.close();
    }
}
