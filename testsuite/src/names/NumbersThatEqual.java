import java.math.BigDecimal;

/**
 * Values that compare as equal and are not: each thread puts one into the field, and who reads it can tell which.
 *
 * Main reads the number and then the zero, in the order in which the thread writes them, and divides one by the zero. Both writes may come before,
 * between, or after the reads, so that each may be found or not: all four.
 */
public class NumbersThatEqual {
    static BigDecimal number = new BigDecimal("1.0");
    static Double zero = 0.0;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            number = new BigDecimal("1.00");
            zero = -0.0;
        });
        writer.start();
        BigDecimal seen = number;
        double quotient = 1 / zero;
        writer.join();
        System.out.println(seen + " " + quotient);
    }
}
