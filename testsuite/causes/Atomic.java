import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counters of the JDK: two increments, of which the second has found what the first has left.
 *
 * The assertion is about what get has returned; that is what the second increment has made of what the first has left,
 * which has found the initial value.
 *
 * chain: failure <- get/up
 * chain: get <- up/up
 * chain: up <- up/initial
 */
public class Atomic {
    static final AtomicInteger COUNT = new AtomicInteger();

    public static void main(String[] args) {
        new Thread(Atomic::counts).start();
        new Thread(Atomic::counts).start();
        assert COUNT.get() != 2; // get
    }

    static void counts() {
        COUNT.incrementAndGet(); // up
    }
}
