import io.vavr.Lazy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads ask for a lazy value, which is made once.
 *
 * @outcome 1 1
 */
public class VavrLazy {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger made = new AtomicInteger();
        Lazy<Integer> lazy = Lazy.of(made::incrementAndGet);
        int[] got = new int[2];
        Thread t1 = new Thread(() -> got[0] = lazy.get());
        Thread t2 = new Thread(() -> got[1] = lazy.get());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(got[0] + " " + got[1]);
    }
}
