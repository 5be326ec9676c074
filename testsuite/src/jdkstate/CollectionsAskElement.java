import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SimpleTimeZone;

/**
 * A thread moves the offset of a time zone. Another one looks at the zone in many ways, one after the other; in each,
 * collections, arrays, records or string builders of the JDK call
 * {@code equals}, {@code hashCode} or {@code toString} of the zone, which is all that the thread
 * shares. It prints 1 for each way that has seen the zone moved. ({@code CollectionsCompareElement} has {@code compareTo}.)
 *
 * Outcomes: the zone is moved once, by one write, so what is printed is zeros and then ones: 21 ways, 22 outcomes. (A
 * way that looks at the zone several times sees it moved if one of these looks does.)
 */
public class CollectionsAskElement {
    private static final SimpleTimeZone ZONE = unmoved();
    private static final String TEXT = unmoved().toString();

    private static SimpleTimeZone unmoved() {
        return new SimpleTimeZone(0, "here");
    }

    record Held(SimpleTimeZone zone) {}

    private static boolean[] look() {
        List<SimpleTimeZone> list = List.of(ZONE);
        List<SimpleTimeZone> other = new ArrayList<>(List.of(unmoved()));
        Map<SimpleTimeZone, String> hashed = new HashMap<>(Map.of(unmoved(), ""));
        Set<SimpleTimeZone> set = new HashSet<>(other);
        SimpleTimeZone[] array = {ZONE};
        Held held = new Held(ZONE);
        Held same = new Held(unmoved());
        int hash = same.hashCode();
        return new boolean[] {
            !other.contains(ZONE),
            !list.contains(unmoved()),
            !new ArrayList<>(List.of(unmoved())).equals(list),
            list.hashCode() != other.hashCode(),
            !list.toString().equals("[" + TEXT + "]"),
            !hashed.containsKey(ZONE),
            !set.contains(ZONE),
            !new StringBuilder().append(ZONE).toString().equals(TEXT),
            !new StringBuffer().append(ZONE).toString().equals(TEXT),
            !Objects.equals(ZONE, unmoved()),
            Objects.hashCode(ZONE) != unmoved().hashCode(),
            Objects.hash(ZONE) != Objects.hash(unmoved()),
            !Objects.toString(ZONE).equals(TEXT),
            !Arrays.toString(array).equals("[" + TEXT + "]"),
            !Arrays.deepToString(array).equals("[" + TEXT + "]"),
            !Arrays.equals(array, new SimpleTimeZone[] {unmoved()}),
            Arrays.hashCode(array) != Arrays.hashCode(new SimpleTimeZone[] {unmoved()}),
            !held.equals(same),
            held.hashCode() != hash,
            !held.toString().equals("Held[zone=" + TEXT + "]"),
            !Optional.of(ZONE).toString().equals("Optional[" + TEXT + "]"),
        };
    }

    public static void main(String[] args) throws InterruptedException {
        Thread mover = new Thread(() -> ZONE.setRawOffset(1000));
        mover.start();
        StringBuilder seen = new StringBuilder();
        for (boolean moved : look()) {
            seen.append(moved ? 1 : 0);
        }
        mover.join();
        System.out.println(seen);
    }
}
