import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** An object is handed over by a concurrent map. */
public class OrderedByMap {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentMap<String, int[]> map = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> {
            int[] made = new int[1];
            made[0] = 7;
            map.put("key", made);
        });
        other.start();
        int[] found = map.get("key");
        System.out.println(found == null ? -1 : found[0]);
        other.join();
    }
}
