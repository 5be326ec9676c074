import org.eclipse.collections.impl.map.mutable.ConcurrentHashMap;

/**
 * Two threads add to one entry of a map, each in one step.
 *
 * @outcome 3
 */
public class EclipseMap {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = ConcurrentHashMap.newMap();
        Thread t1 = new Thread(() -> map.updateValue("k", () -> 0, v -> v + 1));
        Thread t2 = new Thread(() -> map.updateValue("k", () -> 0, v -> v + 2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(map.get("k"));
    }
}
