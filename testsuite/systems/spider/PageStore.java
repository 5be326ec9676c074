import java.util.Map;
import java.util.TreeMap;

/** The pages that were downloaded, by path, with how often. */
final class PageStore {
    private final Map<String, Integer> stored = new TreeMap<>();

    synchronized void put(String path) {
        stored.merge(path, 1, Integer::sum);
    }

    synchronized String paths() {
        StringBuilder text = new StringBuilder();
        stored.forEach((path, times) -> text.append(text.length() > 0 ? " " : "").append(path)
                .append(times > 1 ? "*" + times : ""));
        return text.toString();
    }
}
