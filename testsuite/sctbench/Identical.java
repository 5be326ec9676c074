/**
 * N identical threads increment a counter once each, under a lock. Not of SCTBench: it shows what many threads cost.
 * Arguments: N (200).
 *
 * <p>No bug, and one outcome: all interleavings differ only in who comes when.
 */
public class Identical {
    static final Object lock = new Object();
    static int counter;

    static void increment() {
        synchronized (lock) {
            counter++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 200;
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = new Thread(Identical::increment);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (counter != n) {
            throw new AssertionError("counted " + counter);
        }
    }
}
