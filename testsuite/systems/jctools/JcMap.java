import org.jctools.maps.NonBlockingHashMap;

/**
 * Two threads put a value for the same key if there is none. One of them wins; the other gets its value.
 *
 * @outcome null 1
 * @outcome 2 null
 */
public class JcMap {
    public static void main(String[] args) throws InterruptedException {
        NonBlockingHashMap<String, Integer> map = new NonBlockingHashMap<>();
        Integer[] was = new Integer[2];
        Thread t1 = new Thread(() -> was[0] = map.putIfAbsent("k", 1));
        Thread t2 = new Thread(() -> was[1] = map.putIfAbsent("k", 2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(was[0] + " " + was[1]);
    }
}
