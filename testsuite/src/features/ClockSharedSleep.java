import java.util.concurrent.CountDownLatch;

/**
 * A worker sleeps 50 ms and ends; a second one sleeps 50 ms more and counts a latch down. Main has waited for both.
 *
 * The second starts when the first has ended, so at least 100 ms have passed.
 */
public class ClockSharedSleep {
    static void sleep() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        long begin = System.nanoTime();
        CountDownLatch latch = new CountDownLatch(1);
        Thread first = new Thread(ClockSharedSleep::sleep);
        first.start();
        first.join();
        new Thread(() -> {
            sleep();
            latch.countDown();
        }).start();
        latch.await();
        long passed = (System.nanoTime() - begin) / 1_000_000;
        System.out.println(passed >= 100 ? "100" : "" + passed);
    }
}
