import java.util.stream.IntStream;

/**
 * The sum of a parallel stream, whoever computes which part. Only outcome: 10.
 */
public class ParallelSum {
    public static void main(String[] args) {
        System.out.println(IntStream.rangeClosed(1, 4).parallel().sum());
    }
}
