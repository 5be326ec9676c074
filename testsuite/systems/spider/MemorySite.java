import java.util.HashMap;
import java.util.Map;

/** Pages in memory, which do not change once the crawl has begun. */
final class MemorySite implements Site {
    private final Map<String, Page> pages = new HashMap<>();

    MemorySite with(String path, Page page) {
        pages.put(path, page);
        return this;
    }

    @Override
    public Page get(String path) {
        return pages.get(path);
    }
}
