import java.util.stream.IntStream;

/**
 * A parallel stream whose elements share a counter.
 *
 * Possible: 2, 1 (both read 0). Not 0: both have written when the stream ends.
 */
public class FjStreamRace {
    static int count;

    public static void main(String[] args) {
        IntStream.range(0, 2).parallel().forEach(i -> count = count + 1);
        System.out.println(count);
    }
}
