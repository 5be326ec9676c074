import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A thread moves the limit of a buffer, while collections and streams of the JDK call {@code compareTo} of it. Three ways to look, one after the other; 1 for each that has seen the limit moved.
 *
 * Outcomes: zeros and then ones. A comparison looks at several parts of the buffer, so it is no step in a JVM; that is said, and not that all is complete.
 */
public class CollectionsCompareElement {
    private static final ByteBuffer BUFFER = empty();

    private static ByteBuffer empty() {
        return ByteBuffer.wrap(new byte[] {5, 5}).limit(0);
    }

    /** More than an empty one, and less than all of the buffer. */
    private static ByteBuffer some() {
        return ByteBuffer.wrap(new byte[] {1});
    }

    private static boolean[] look() {
        Map<ByteBuffer, String> sorted = new TreeMap<>(Map.of(empty(), ""));
        return new boolean[] {
            !sorted.containsKey(BUFFER),
            Collections.max(List.of(BUFFER, some())) == BUFFER,
            Stream.of(BUFFER, some()).sorted().findFirst().get() != BUFFER,
        };
    }

    public static void main(String[] args) throws InterruptedException {
        Thread mover = new Thread(() -> BUFFER.limit(2));
        mover.start();
        StringBuilder seen = new StringBuilder();
        for (boolean moved : look()) {
            seen.append(moved ? 1 : 0);
        }
        mover.join();
        System.out.println(seen);
    }
}
