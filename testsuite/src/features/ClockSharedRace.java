import java.time.Instant;

/**
 * Two threads ask for the time, and nothing orders them: either may be the earlier one.
 */
public class ClockSharedRace {
    static Instant a, b;

    public static void main(String[] args) throws InterruptedException {
        Thread t0 = new Thread(() -> a = Instant.now());
        Thread t1 = new Thread(() -> b = Instant.now());
        t0.start();
        t1.start();
        t0.join();
        t1.join();
        System.out.println(a.isBefore(b) ? "first" : b.isBefore(a) ? "second" : "both");
    }
}
