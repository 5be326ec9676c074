import java.util.stream.IntStream;

/**
 * A parallel stream without side effects.
 *
 * Only: 0 + 1 = 1.
 */
public class FjStreamSum {
    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 2).parallel().sum());
    }
}
