/**
 * A worker sleeps 50 ms and notes the time; main, which has measured, joins it.
 *
 * Time never goes back from what happens before to what happens after: at least 50 ms have passed, and main is not earlier than the worker.
 */
public class ClockSharedJoin {
    static long noted;

    public static void main(String[] args) throws InterruptedException {
        long begin = System.currentTimeMillis();
        Thread worker = new Thread(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            for (int i = 0; i < 3; i++) {
                noted = System.nanoTime();
            }
        });
        worker.start();
        worker.join();
        System.out.println((System.currentTimeMillis() - begin >= 50) + " " + (System.nanoTime() >= noted));
    }
}
