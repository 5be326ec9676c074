import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The function of computeIfAbsent runs once for a key, whoever comes first, and both threads get the same object.
 */
public class ComputeIfAbsentOnce {
    static final ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
    static final AtomicInteger calls = new AtomicInteger();
    static Object a;
    static Object b;

    static Object make(String key) {
        calls.incrementAndGet();
        return new Object();
    }

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> a = map.computeIfAbsent("k", ComputeIfAbsentOnce::make),
                () -> b = map.computeIfAbsent("k", ComputeIfAbsentOnce::make));
        System.out.println(calls + " " + (a == b && a != null));
    }
}
