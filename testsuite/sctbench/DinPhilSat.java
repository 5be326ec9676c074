/**
 * SCTBench, {@code CS.din_philN_sat}: N philosophers take both of their forks in one step, so nobody can get stuck,
 * eat, and count themselves without a lock. Arguments: N (3), at least 1.
 *
 * <p>Bug: who counts the last one fails, as if it must not happen that all have eaten. AssertionError.
 *
 * <p>Shown by: every interleaving in which no count is lost, for example all philosophers one after the other. 0
 * preemptions.
 *
 * <p>Wrong for every N. Several philosophers may see the last count, and fail.
 */
public class DinPhilSat {
    /** Makes it one step to take both forks and to give them back, as the original says. */
    static final Object step = new Object();
    static Object[] forks;
    static int eaten;

    static void eat(int philosopher) {
        synchronized (step) {
            synchronized (forks[(philosopher + 1) % forks.length]) {
                synchronized (forks[philosopher]) {
                    // Eats.
                }
            }
        }
        eaten++;
        if (eaten == forks.length) {
            throw new AssertionError("all have eaten");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        forks = new Object[n];
        for (int i = 0; i < n; i++) {
            forks[i] = new Object();
        }
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            int philosopher = i;
            threads[i] = new Thread(() -> eat(philosopher), "philosopher " + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
