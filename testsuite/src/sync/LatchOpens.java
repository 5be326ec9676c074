import java.util.concurrent.CountDownLatch;

/**
 * await returns when all have counted down, and sees what they wrote before. Only outcome: 1 1 0.
 */
public class LatchOpens {
    static final CountDownLatch latch = new CountDownLatch(2);
    static int x;
    static int y;

    public static void main(String[] args) throws InterruptedException {
        Par.start(() -> {
            x = 1;
            latch.countDown();
        });
        Par.start(() -> {
            y = 1;
            latch.countDown();
        });
        latch.await();
        System.out.println(x + " " + y + " " + latch.getCount());
    }
}
