import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Three are needed, two come. The one with a time limit gives up when both wait, and that breaks the barrier for the other one.
 */
public class BarrierBrokenByTimeout {
    static final CyclicBarrier barrier = new CyclicBarrier(3);
    static String other = "passed";

    public static void main(String[] args) throws Exception {
        Thread t = Par.start(() -> {
            try {
                barrier.await();
            } catch (BrokenBarrierException e) {
                other = "broken";
            }
        });
        String mine;
        try {
            barrier.await(20, TimeUnit.MILLISECONDS);
            mine = "passed";
        } catch (TimeoutException e) {
            mine = "too late";
        }
        t.join();
        System.out.println(mine + " " + other);
    }
}
