import java.util.concurrent.atomic.AtomicInteger;

/**
 * incrementAndGet is one step: nothing is lost, and the two threads see different results. Possible: 1 2 | 2, 2 1 | 2.
 */
public class AtomicIncrementKeeps {
    static final AtomicInteger counter = new AtomicInteger();
    static int a;
    static int b;

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> a = counter.incrementAndGet(), () -> b = counter.incrementAndGet());
        System.out.println(a + " " + b + " | " + counter);
    }
}
