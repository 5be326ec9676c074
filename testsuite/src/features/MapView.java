import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A view of a concurrent map shows what another thread puts into the map: before or after.
 */
public class MapView {
    public static void main(String[] args) throws Exception {
        Map<String, String> map = new ConcurrentHashMap<>();
        Thread writer = new Thread(() -> map.put("key", "value"));
        Set<String> keys = map.keySet();
        writer.start();
        int size = keys.size();
        writer.join();
        System.out.println(size);
    }
}
