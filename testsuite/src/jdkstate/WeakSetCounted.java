import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * A set made of a weak map, whose keys it counts by an iterator of the map's own, while the other thread adds one.
 * An iterator over an empty map finds nothing whatever is added later. Outcomes: 0, 1.
 */
public class WeakSetCounted {
    static final Object KEY = new Object();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Set<Object> set = Collections.newSetFromMap(new WeakHashMap<>());
        Thread t = new Thread(() -> set.add(KEY));
        t.start();
        for (Object key : set) {
            count++;
        }
        t.join();
        System.out.println(count);
    }
}
