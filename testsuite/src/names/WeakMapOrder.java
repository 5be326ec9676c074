import java.util.Map;
import java.util.WeakHashMap;

/**
 * The order of a {@code WeakHashMap} whose keys have no hash code of their own is the same in all executions, so a
 * program that shares it between threads is checked, and the other thread finds nothing or what it says.
 */
public class WeakMapOrder {
    private static final Object[] KEYS = new Object[8];
    private static String order = "";

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            Map<Object, Integer> map = new WeakHashMap<>();
            for (int i = 0; i < KEYS.length; i++) {
                KEYS[i] = new Object();
                map.put(KEYS[i], i);
            }
            order = map.values() + String.format("%h", KEYS[0]);
        });
        t.start();
        boolean found = !order.isEmpty();
        t.join();
        System.out.println(found);
    }
}
