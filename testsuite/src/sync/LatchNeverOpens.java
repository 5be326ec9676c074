import java.util.concurrent.CountDownLatch;

/**
 * Nobody counts a second time, so main waits for ever: a deadlock without output, always.
 */
public class LatchNeverOpens {
    static final CountDownLatch latch = new CountDownLatch(2);

    public static void main(String[] args) throws InterruptedException {
        Par.start(() -> latch.countDown());
        latch.await();
        System.out.println("not reached");
    }
}
