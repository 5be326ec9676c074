import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What a function of the program has captured is shared with those who have a function that the JDK has made of it. Each time main changes something while a thread calls such a
 * function, which finds it as it was, or changed. Comparators ask for one key and then for the other: between the two it may change, too, and 0 is compared with 1.
 */
public class FunctionsOfFunctions {
    /** What the thread is to run; main does the other. */
    record Both(Runnable called, Runnable change) {}

    static volatile String found;

    static Both pair(String kind) {
        int[] box = new int[1];
        AtomicInteger number = new AtomicInteger();
        Object lock = new Object();
        Runnable change = () -> box[0] = 1;
        switch (kind) {
            case "negate": {
                Predicate<String> p = ((Predicate<String>) s -> number.get() == 1).negate();
                return new Both(() -> found = p.test("") ? "0" : "1", () -> number.set(1));
            }
            case "andThen": {
                Function<Integer, Integer> f = Function.<Integer>identity().andThen(x -> box[0]);
                return new Both(() -> found = "" + f.apply(1), change);
            }
            case "comparing": {
                Comparator<Integer> c = Comparator.<Integer, Integer>comparing(x -> x * box[0]).thenComparing(x -> 0);
                return new Both(() -> found = "" + c.compare(2, 1), change);
            }
            case "reversed": {
                Comparator<Integer> c = Comparator.nullsFirst(Comparator.comparingInt((Integer x) -> x * box[0])).reversed();
                return new Both(() -> found = "" + c.compare(1, 2), change);
            }
            case "consumers": {
                StringBuffer text = new StringBuffer();
                Consumer<String> c = ((Consumer<String>) text::append).andThen(s -> text.append(s));
                return new Both(() -> {
                    c.accept("a");
                    found = text.toString();
                }, () -> text.append("b"));
            }
            case "locked": {
                Map<String, Integer> map = new TreeMap<>();
                Predicate<String> p = Predicate.not(s -> {
                    synchronized (lock) {
                        return !map.containsKey(s);
                    }
                });
                return new Both(() -> found = p.test("k") ? "1" : "0", () -> {
                    synchronized (lock) {
                        map.put("k", 1);
                    }
                });
            }
            case "collector": {
                var c = Collectors.mapping((Integer x) -> x + box[0] - 1, Collectors.summingInt((Integer x) -> x));
                return new Both(() -> found = "" + List.of(1).stream().collect(c), change);
            }
            case "computed": {
                Map<String, Integer> map = new ConcurrentHashMap<>();
                Function<String, Integer> f = ((Function<String, String>) s -> s).andThen(s -> box[0]);
                return new Both(() -> found = "" + map.computeIfAbsent("k", f), change);
            }
            case "composed": {
                UnaryOperator<Integer> twice = x -> x + box[0];
                Function<Integer, Integer> f = twice.compose(x -> x);
                return new Both(() -> found = "" + f.apply(0), change);
            }
            default: {
                Clock clock = Clock.offset(new Clock() {
                    @Override
                    public ZoneId getZone() {
                        return ZoneOffset.UTC;
                    }

                    @Override
                    public Clock withZone(ZoneId zone) {
                        return this;
                    }

                    @Override
                    public Instant instant() {
                        return Instant.ofEpochSecond(box[0]);
                    }
                }, Duration.ofSeconds(-5).plusSeconds(5).plusMillis(1));
                return new Both(() -> found = "" + clock.instant().getEpochSecond(), change);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Both both = pair(args[0]);
        Thread t = new Thread(both.called());
        t.start();
        both.change().run();
        t.join();
        System.out.println(found);
    }
}
