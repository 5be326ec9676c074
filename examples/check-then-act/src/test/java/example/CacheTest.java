package example;

import static org.junit.jupiter.api.Assertions.assertSame;

import dev.mcr.junit.ConcurrencyTest;
import dev.mcr.junit.Explore;
import java.util.concurrent.ConcurrentHashMap;

/** The map is made for threads; what is done with it is two steps. */
class CacheTest {
    private final ConcurrentHashMap<String, Object> cache = new ConcurrentHashMap<>();

    private Object session(String user) {
        if (!cache.containsKey(user)) {
            cache.put(user, new Object());
        }
        return cache.get(user);
    }

    @ConcurrencyTest
    void oneSessionForEachUser() throws Throwable {
        Object[] seen = new Object[2];
        Explore.threads(() -> seen[0] = session("ada"), () -> seen[1] = session("ada"));
        assertSame(seen[0], seen[1]);
    }
}
