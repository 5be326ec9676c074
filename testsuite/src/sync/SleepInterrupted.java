/**
 * A sleep can be interrupted. It takes no time, so it can also be over before the interrupt, whose flag then stays set.
 *
 * <p>After its sleep the thread lets the interrupt happen before it looks at the flag. Both outcomes are possible; only the first within
 * a minute of real time.
 */
public class SleepInterrupted {
    static volatile boolean sent;
    static String result;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            String how;
            try {
                Thread.sleep(60_000);
                how = "slept";
            } catch (InterruptedException e) {
                how = "interrupted";
            }
            while (!sent) {
                Thread.onSpinWait();
            }
            result = how + ", flag " + Thread.currentThread().isInterrupted();
        });
        t.interrupt();
        sent = true;
        t.join();
        System.out.println(result);
    }
}
