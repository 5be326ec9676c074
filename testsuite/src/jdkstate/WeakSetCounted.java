import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * A set made of a weak map, whose keys it counts by an iterator of the map's own, while the other thread adds one.
 * An iterator over an empty map finds nothing whatever is added later: 0. After the map it finds the key: 1. If it has
 * looked at the number of changes before, and at the size after the key was added, its next step finds that out: -1.
 */
public class WeakSetCounted {
    static final Object KEY = new Object();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Set<Object> set = Collections.newSetFromMap(new WeakHashMap<>());
        Thread t = new Thread(() -> set.add(KEY));
        t.start();
        try {
            for (Object key : set) {
                count++;
            }
        } catch (ConcurrentModificationException e) {
            count = -1;
        }
        t.join();
        System.out.println(count);
    }
}
