import java.util.HashMap;
import java.util.Map;

/**
 * Two threads put into a HashMap whose table exists, into different buckets.
 *
 * Neither entry is lost, but the size is counted up without a lock, and one of the steps may be.
 * Possible: 2 a b, 3 a b.
 */
public class HashMapPut {
    static final Map<Integer, String> map = new HashMap<>();

    public static void main(String[] args) throws InterruptedException {
        map.put(0, "zero");
        Thread t1 = new Thread() {
            @Override
            public void run() {
                map.put(1, "a");
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                map.put(2, "b");
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(map.size() + " " + map.get(1) + " " + map.get(2));
    }
}
