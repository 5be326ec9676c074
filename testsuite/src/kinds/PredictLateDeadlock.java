/**
 * Two locks, taken in both orders by one thread many times while no other one runs; then once by two threads, which can end in a deadlock.
 *
 * <p>The places in the code are the same, so the circles that joins exclude must not use up what is tried.
 */
public class PredictLateDeadlock {
    private static final int ROUNDS = 150;
    private static final Object first = new Object();
    private static final Object second = new Object();
    private static int count;

    static void forth() {
        synchronized (first) {
            synchronized (second) {
                count++;
            }
        }
    }

    static void back() {
        synchronized (second) {
            synchronized (first) {
                count++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread alone = new Thread(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                forth();
            }
        });
        alone.start();
        alone.join();
        for (int i = 0; i < ROUNDS; i++) {
            back();
        }
        Thread one = new Thread(PredictLateDeadlock::forth);
        Thread other = new Thread(PredictLateDeadlock::back);
        one.start();
        other.start();
        one.join();
        other.join();
        System.out.println(count);
    }
}
