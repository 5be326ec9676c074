import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A thread moves the limit of a buffer. Another one looks at the buffer in many ways, one after the other; in each,
 * collections, arrays, records or string builders of the JDK call
 * {@code equals}, {@code hashCode}, {@code toString} or {@code compareTo} of the buffer, which is all that the thread
 * shares. It prints 1 for each way that has seen the limit moved.
 *
 * Outcomes: the limit is moved once, by one write, so what is printed is zeros and then ones: 24 ways, 25 outcomes. (A
 * way that looks at the buffer several times sees it moved if one of these looks does.)
 */
public class CollectionsAskElement {
    private static final ByteBuffer BUFFER = empty();
    private static final String TEXT = empty().toString();

    private static ByteBuffer empty() {
        return ByteBuffer.wrap(new byte[] {5, 5}).limit(0);
    }

    /** More than an empty one, and less than all of the buffer. */
    private static ByteBuffer some() {
        return ByteBuffer.wrap(new byte[] {1});
    }

    record Held(ByteBuffer buffer) {}

    private static boolean[] look() {
        List<ByteBuffer> list = List.of(BUFFER);
        List<ByteBuffer> other = new ArrayList<>(List.of(empty()));
        Map<ByteBuffer, String> hashed = new HashMap<>(Map.of(empty(), ""));
        Map<ByteBuffer, String> sorted = new TreeMap<>(Map.of(empty(), ""));
        Set<ByteBuffer> set = new HashSet<>(other);
        ByteBuffer[] array = {BUFFER};
        Held held = new Held(BUFFER);
        Held same = new Held(empty());
        int hash = same.hashCode();
        return new boolean[] {
            !other.contains(BUFFER),
            !list.contains(empty()),
            !new ArrayList<>(List.of(empty())).equals(list),
            list.hashCode() != other.hashCode(),
            !list.toString().equals("[" + TEXT + "]"),
            !hashed.containsKey(BUFFER),
            !set.contains(BUFFER),
            !sorted.containsKey(BUFFER),
            Collections.max(List.of(BUFFER, some())) == BUFFER,
            !new StringBuilder().append(BUFFER).toString().equals(TEXT),
            !new StringBuffer().append(BUFFER).toString().equals(TEXT),
            !Objects.equals(BUFFER, empty()),
            Objects.hashCode(BUFFER) != empty().hashCode(),
            Objects.hash(BUFFER) != Objects.hash(empty()),
            !Objects.toString(BUFFER).equals(TEXT),
            !Arrays.toString(array).equals("[" + TEXT + "]"),
            !Arrays.deepToString(array).equals("[" + TEXT + "]"),
            !Arrays.equals(array, new ByteBuffer[] {empty()}),
            Arrays.hashCode(array) != Arrays.hashCode(new ByteBuffer[] {empty()}),
            !held.equals(same),
            held.hashCode() != hash,
            !held.toString().equals("Held[buffer=" + TEXT + "]"),
            Stream.of(BUFFER, some()).sorted().findFirst().get() != BUFFER,
            !Optional.of(BUFFER).toString().equals("Optional[" + TEXT + "]"),
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
