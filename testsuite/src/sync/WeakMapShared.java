import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * A map whose class is not rewritten, behind a synchronized view that is. Each thread puts a key and asks for the size: the first to ask sees its
 * own key, or both; the second sees both.
 */
public class WeakMapShared {
    static final Map<String, Integer> map = Collections.synchronizedMap(new WeakHashMap<>());
    static int first;
    static int second;

    public static void main(String[] args) throws InterruptedException {
        Thread a = Par.start(() -> {
            map.put("a", 1);
            first = map.size();
        });
        map.put("b", 1);
        second = map.size();
        a.join();
        System.out.println(first + " " + second);
    }
}
