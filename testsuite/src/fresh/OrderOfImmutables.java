import java.util.Map;
import java.util.Set;

/**
 * What happens depends on the order in which {@code Set.of} and {@code Map.of} show what they contain, which is drawn
 * when a JVM starts: as many events as the sets have elements before "a". The exception is thrown if one of two
 * increments is lost. Its replay, in another JVM, must come to the same events, and to a message with the same order.
 *
 * Possible: normal, and the exception (with a text that nobody can know, so the program prints nothing else).
 */
public class OrderOfImmutables {
    static int n;
    static volatile int steps;

    public static void main(String[] args) throws InterruptedException {
        Set<String> letters = Set.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p");
        Map<String, Integer> numbers = Map.of("p", 1, "q", 2, "r", 3, "s", 4, "t", 5);
        Thread other = new Thread(() -> {
            for (String letter : letters) {
                if (letter.equals("a")) {
                    break;
                }
                steps++;
            }
            n++;
        });
        other.start();
        n++;
        other.join();
        if (n == 1) {
            throw new IllegalStateException(letters + " " + numbers + " " + Set.of(1, 2) + " " + steps);
        }
    }
}
