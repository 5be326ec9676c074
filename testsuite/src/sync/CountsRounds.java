import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A thread counts the rounds of a loop in an object that only it can reach, by updates that are atomic. It does not only wait: how
 * often it has gone round shows afterwards.
 */
public class CountsRounds {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> x = 1);
        t.start();
        System.out.print(args[0].equals("number") ? numbers() : references());
        t.join();
    }

    private static int numbers() {
        AtomicInteger rounds = new AtomicInteger();
        while (x == 0) {
            if (rounds.incrementAndGet() == 3) {
                break;
            }
        }
        return rounds.get();
    }

    private static int references() {
        AtomicReference<String> rounds = new AtomicReference<>("");
        while (x == 0) {
            if (rounds.accumulateAndGet("o", String::concat).length() == 3) {
                break;
            }
        }
        return rounds.get().length();
    }
}
