/**
 * SCTBench, {@code CS.twostage_bad} (N = 2) and {@code CS.twostage_100_bad} (N = 100): N - 1 threads set the first
 * datum under one lock and then, under another lock, the second to the first plus one; a reader takes the locks in the
 * same order and wants to find the two in step. Arguments: N (2), at least 2.
 *
 * <p>Bug: what belongs together is guarded by two locks, one after the other. AssertionError in the reader.
 *
 * <p>Shown by: a writer is preempted between its two critical sections, before any writer has been in the second, and
 * the reader runs to its end: it finds 1 and 0. 1 preemption; without any, a writer does both or nothing.
 *
 * <p>Wrong for every N from 2.
 */
public class TwoStage {
    static final Object firstLock = new Object();
    static final Object secondLock = new Object();
    static int first;
    static int second;

    static void write() {
        synchronized (firstLock) {
            first = 1;
        }
        synchronized (secondLock) {
            second = first + 1;
        }
    }

    static void read() {
        int one;
        synchronized (firstLock) {
            if (first == 0) {
                return;
            }
            one = first;
        }
        int two;
        synchronized (secondLock) {
            two = second;
        }
        if (two != one + 1) {
            throw new AssertionError("the second is not in step with the first");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = i < n - 1 ? new Thread(TwoStage::write, "writer " + i) : new Thread(TwoStage::read, "reader");
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
