import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
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
 * A thread moves a date. Another one looks at it in many ways, one after the other; in each, collections, arrays,
 * records or string builders of the JDK call
 * {@code equals}, {@code hashCode}, {@code toString} or {@code compareTo} of the date, which is all that the thread
 * shares. It prints 1 for each way that has
 * seen the date moved.
 *
 * Outcomes: the date is moved once, so what is printed is zeros and then ones: 24 ways, 25 outcomes. (A way that looks
 * at the date several times sees it
 * moved if one of these looks does.)
 */
public class CollectionsAskElement {
    private static final Date DATE = new Date(0);
    private static final String TEXT = new Date(0).toString();

    record Held(Date date) {}

    private static boolean[] look() {
        List<Date> list = List.of(DATE);
        List<Date> other = new ArrayList<>(List.of(new Date(0)));
        Map<Date, String> hashed = new HashMap<>(Map.of(new Date(0), ""));
        Map<Date, String> sorted = new TreeMap<>(Map.of(new Date(0), ""));
        Set<Date> set = new HashSet<>(other);
        Date[] array = {DATE};
        Held held = new Held(DATE);
        Held same = new Held(new Date(0));
        int hash = same.hashCode();
        return new boolean[] {
            !other.contains(DATE),
            !list.contains(new Date(0)),
            !new ArrayList<>(List.of(new Date(0))).equals(list),
            list.hashCode() != other.hashCode(),
            !list.toString().equals("[" + TEXT + "]"),
            !hashed.containsKey(DATE),
            !set.contains(DATE),
            !sorted.containsKey(DATE),
            Collections.max(List.of(DATE, new Date(1))).getTime() != 1,
            !new StringBuilder().append(DATE).toString().equals(TEXT),
            !new StringBuffer().append(DATE).toString().equals(TEXT),
            !Objects.equals(DATE, new Date(0)),
            Objects.hashCode(DATE) != 0,
            Objects.hash(DATE) != Objects.hash(new Date(0)),
            !Objects.toString(DATE).equals(TEXT),
            !Arrays.toString(array).equals("[" + TEXT + "]"),
            !Arrays.deepToString(array).equals("[" + TEXT + "]"),
            !Arrays.equals(array, new Date[] {new Date(0)}),
            Arrays.hashCode(array) != Arrays.hashCode(new Date[] {new Date(0)}),
            !held.equals(same),
            held.hashCode() != hash,
            !held.toString().equals("Held[date=" + TEXT + "]"),
            Stream.of(DATE, new Date(1)).sorted().findFirst().get() != DATE,
            !Optional.of(DATE).toString().equals("Optional[" + TEXT + "]"),
        };
    }

    public static void main(String[] args) throws InterruptedException {
        Thread mover = new Thread(() -> DATE.setTime(5_000_000));
        mover.start();
        StringBuilder seen = new StringBuilder();
        for (boolean moved : look()) {
            seen.append(moved ? 1 : 0);
        }
        mover.join();
        System.out.println(seen);
    }
}
