import java.util.WeakHashMap;

/**
 * Two threads put a key each into a {@code WeakHashMap}, which is not made for that: both may read the old size, and then
 * one of them is lost there. Outcomes: 1, 2.
 */
public class WeakMapRace {
    public static void main(String[] args) throws InterruptedException {
        WeakHashMap<String, String> map = new WeakHashMap<>();
        Thread t = new Thread(() -> map.put("a", "1"));
        t.start();
        map.put("b", "2");
        t.join();
        System.out.println(map.size());
    }
}
