import java.util.concurrent.ConcurrentHashMap;

/**
 * Of two putIfAbsent of the same key one puts, and the other gets what was put.
 */
public class PutIfAbsentOnce {
    static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
    static Integer a;
    static Integer b;

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> a = map.putIfAbsent("k", 1), () -> b = map.putIfAbsent("k", 2));
        System.out.println(a + " " + b + " " + map.get("k"));
    }
}
