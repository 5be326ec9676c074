import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockingDetails;
import static org.mockito.Mockito.when;

import java.util.HashMap;
import java.util.Map;

/**
 * A test of a cache in front of a mocked repository. Two threads ask for one key; the cache looks and puts in monitors of
 * their own, so both can miss. The mock counts the calls that it got: one or two.
 *
 * @outcome 3 3, 1
 * @outcome 3 3, 2
 */
public class MockitoService {
    /** Loads what a key stands for. */
    public interface Repository {
        int load(String key);
    }

    private static final class Cache {
        private final Map<String, Integer> values = new HashMap<>();
        private final Repository repository;

        Cache(Repository repository) {
            this.repository = repository;
        }

        int get(String key) {
            Integer value;
            synchronized (values) {
                value = values.get(key);
            }
            if (value == null) {
                value = repository.load(key);
                synchronized (values) {
                    values.put(key, value);
                }
            }
            return value;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Repository repository = mock(Repository.class);
        when(repository.load("k")).thenReturn(3);
        Cache cache = new Cache(repository);
        int[] got = new int[2];
        Thread one = new Thread(() -> got[0] = cache.get("k"));
        Thread two = new Thread(() -> got[1] = cache.get("k"));
        one.start();
        two.start();
        one.join();
        two.join();
        // The call that was stubbed does not count.
        System.out.println(got[0] + " " + got[1] + ", " + mockingDetails(repository).getInvocations().size());
    }
}
