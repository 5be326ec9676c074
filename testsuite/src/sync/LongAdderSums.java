import java.util.concurrent.atomic.LongAdder;

/**
 * A LongAdder loses nothing: when both threads have ended, the sum is exact.
 */
public class LongAdderSums {
    static final LongAdder adder = new LongAdder();

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> adder.increment(), () -> adder.add(2));
        System.out.println(adder.sum());
    }
}
