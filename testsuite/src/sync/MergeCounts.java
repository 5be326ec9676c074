import java.util.concurrent.ConcurrentHashMap;

/**
 * merge is atomic: nothing is lost. Only outcome: 2.
 */
public class MergeCounts {
    static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> map.merge("k", 1, Integer::sum), () -> map.merge("k", 1, Integer::sum));
        System.out.println(map.get("k"));
    }
}
