import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * An interrupt of a thread at the barrier breaks it: who comes later is refused.
 */
public class BarrierBrokenByInterrupt {
    static final CyclicBarrier barrier = new CyclicBarrier(2);
    static String first = "passed";

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            try {
                barrier.await();
            } catch (InterruptedException e) {
                first = "interrupted";
            }
        });
        t.interrupt();
        t.join();
        String second;
        try {
            barrier.await();
            second = "passed";
        } catch (BrokenBarrierException e) {
            second = "broken";
        }
        System.out.println(first + " " + barrier.isBroken() + " " + second);
    }
}
