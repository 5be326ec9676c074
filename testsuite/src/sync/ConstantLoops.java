import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Waits in a loop by asking what can never change, of which another thread puts another one in place: a map, a list or
 * a set of which the JDK has one that is empty, or a view of one's own list.
 */
public class ConstantLoops {
    static volatile Map<String, String> map = Map.of();
    static volatile List<String> list = List.of();
    static volatile Set<String> set = Set.of();
    static volatile List<String> view = Collections.unmodifiableList(List.of("x"));

    public static void main(String[] arguments) {
        Thread other = new Thread(() -> {
            map = Map.of("a", "b");
            list = List.of("a");
            set = Set.of("a");
            view = Collections.unmodifiableList(List.of("x", "y"));
        });
        other.start();
        while (!map.containsKey("a")) {
        }
        while (list.size() != 1) {
        }
        while (!set.contains("a")) {
        }
        while (view.size() != 2) {
        }
        System.out.println(map + " " + list + " " + set + " " + view);
    }
}
