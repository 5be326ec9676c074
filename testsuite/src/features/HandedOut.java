import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A list that a concurrent map hands out to two threads, which add to it without a lock: one may be lost, or the list
 * is caught while it grows.
 */
public class HandedOut {
    static final ConcurrentHashMap<String, List<Integer>> MAP = new ConcurrentHashMap<>();

    static void add(int number) {
        MAP.computeIfAbsent("key", key -> new ArrayList<>(4)).add(number);
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> add(1));
        other.start();
        add(1);
        other.join();
        System.out.println(MAP.get("key").size());
    }
}
