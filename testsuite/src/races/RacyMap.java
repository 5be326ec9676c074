import java.util.HashMap;
import java.util.Map;

/** Two threads put into one HashMap. */
public class RacyMap {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, Integer> map = new HashMap<>();
        map.put(1, 1);
        Thread other = new Thread(() -> map.put(2, 2));
        other.start();
        map.put(3, 3);
        other.join();
    }
}
