import java.util.concurrent.CountDownLatch;

/**
 * getCount in between tells how many are missing just then. Possible: 2, 1, 0. Counting below zero does nothing.
 */
public class LatchCounts {
    static final CountDownLatch latch = new CountDownLatch(2);

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            latch.countDown();
            latch.countDown();
            latch.countDown();
        });
        long seen = latch.getCount();
        t.join();
        latch.await();
        System.out.println(seen);
    }
}
