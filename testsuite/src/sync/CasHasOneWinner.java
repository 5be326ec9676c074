import java.util.concurrent.atomic.AtomicReference;

/**
 * Of two compareAndSet from the same value, exactly one succeeds.
 */
public class CasHasOneWinner {
    static final AtomicReference<String> winner = new AtomicReference<>();
    static boolean a;
    static boolean b;

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> a = winner.compareAndSet(null, "A"), () -> b = winner.compareAndSet(null, "B"));
        System.out.println(a + " " + b + " " + winner.get());
    }
}
