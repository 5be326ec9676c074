import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/**
 * A loop that compares and sets, and calls an object that its caller has just made. Nothing gets lost, however often a round fails.
 */
public class CasLoopCalls {
    static final AtomicLong VALUE = new AtomicLong();
    static volatile int other;

    static void add(long x) {
        update(old -> old + x);
    }

    static void update(LongUnaryOperator function) {
        while (true) {
            long old = VALUE.get();
            if (VALUE.compareAndSet(old, function.applyAsLong(old))) {
                return;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            add(1);
            other++;
            other++;
            other++;
        });
        Thread u = new Thread(() -> {
            add(2);
            other++;
            other++;
            other++;
        });
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(VALUE);
    }
}
