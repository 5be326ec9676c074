import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A sorted map: what is first depends on what has been put. The thread puts 2 and then 1; main asks once meanwhile. In the end both
 * are there, sorted.
 */
public class SkipListOrders {
    static final ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            map.put(2, "two");
            map.put(1, "one");
        });
        var first = map.firstEntry();
        t.join();
        System.out.println((first == null ? null : first.getKey()) + " " + map.keySet());
    }
}
