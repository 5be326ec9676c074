import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A set made of a ConcurrentHashMap: of two threads that add the same, one is told that it was new.
 */
public class KeySetAddsOnce {
    static final Set<String> set = ConcurrentHashMap.newKeySet();
    static boolean a;
    static boolean b;

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> a = set.add("k"), () -> b = set.add("k"));
        System.out.println(a + " " + b + " " + set.size());
    }
}
