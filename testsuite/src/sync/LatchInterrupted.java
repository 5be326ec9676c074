import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Main interrupts a thread that waits for a latch twice, and then opens the latch. Printed: which of the waits came back, and whether the flag is
 * set afterwards.
 *
 * <p>The first wait throws if it sees the interrupt; if it looked at the flag before that and finds the latch open, it comes back, since main can go
 * on until the latch is open. Then the interrupt has been, and the second wait throws. Either way the flag is cleared: "! false", "first ! false".
 */
public class LatchInterrupted {
    static final CountDownLatch latch = new CountDownLatch(1);

    static void attempt() {
        String result = "";
        try {
            result += latch.await(1, TimeUnit.SECONDS) ? "first " : "late ";
            latch.await();
            result += "second ";
        } catch (InterruptedException e) {
            result += "! ";
        }
        System.out.println(result + Thread.currentThread().isInterrupted());
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(LatchInterrupted::attempt);
        thread.start();
        thread.interrupt();
        latch.countDown();
        thread.join();
    }
}
