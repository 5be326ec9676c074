import java.util.concurrent.CountDownLatch;

/**
 * The mistake: counting down before the work is done. main may read before the write. Possible: 1, 0.
 */
public class LatchInsteadOfJoin {
    static final CountDownLatch latch = new CountDownLatch(1);
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            latch.countDown();
            x = 1;
        });
        latch.await();
        int seen = x;
        t.join();
        System.out.println(seen);
    }
}
