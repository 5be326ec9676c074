import java.util.concurrent.CyclicBarrier;

/**
 * await tells who came last: 0; the one before gets 1. Either thread can be last.
 */
public class BarrierIndex {
    static final CyclicBarrier barrier = new CyclicBarrier(2);
    static int a;
    static int b;

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> a = barrier.await(), () -> b = barrier.await());
        System.out.println(a + " " + b);
    }
}
