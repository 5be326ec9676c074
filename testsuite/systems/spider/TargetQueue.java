import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be downloaded: pages that may have links before other files. Each operation has the lock of the queue; who
 * needs two of them to be one takes it himself.
 */
final class TargetQueue implements Serializable {
    private static final long serialVersionUID = 1;

    private final List<Target> pages = new ArrayList<>();
    private final List<Target> files = new ArrayList<>();

    synchronized int size() {
        return pages.size() + files.size();
    }

    synchronized void add(Target target) {
        boolean isPage = target.path().endsWith("/") || target.path().endsWith(".html");
        (isPage ? pages : files).add(target);
    }

    /** The next one, which is then no longer in it; {@code null} if it is empty. */
    synchronized Target next() {
        List<Target> from = pages.isEmpty() ? files : pages;
        return from.isEmpty() ? null : from.remove(0);
    }

    /** The next one, which stays; {@code null} if it is empty. */
    synchronized Target first() {
        List<Target> from = pages.isEmpty() ? files : pages;
        return from.isEmpty() ? null : from.get(0);
    }
}
