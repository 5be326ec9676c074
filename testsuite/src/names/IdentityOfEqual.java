import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Two equal strings, or two equal numbers, are two keys of an {@code IdentityHashMap}; which of them came first does not show. The map is under a lock, so nothing gets lost.
 */
public class IdentityOfEqual {
    public static void main(String[] args) throws InterruptedException {
        Map<Object, Integer> map = Collections.synchronizedMap(new IdentityHashMap<>());
        Thread t = new Thread(() -> {
            map.put(new String("x"), 1);
            map.put(Double.valueOf(1000), 3);
        });
        Thread u = new Thread(() -> {
            map.put(new String("x"), 2);
            map.put(Double.valueOf(1000), 4);
        });
        t.start();
        u.start();
        t.join();
        u.join();
        int sum = 0;
        for (int value : map.values()) {
            sum += value;
        }
        System.out.println(map.size() + " " + sum);
    }
}
