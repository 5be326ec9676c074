import java.util.concurrent.locks.ReentrantLock;

/**
 * SCTBench, {@code CS.phase01_bad}: N threads take lock x and give it back, take it once more, and take and give back
 * lock y twice. Arguments: N (2), at least 1.
 *
 * <p>Bug: nobody gives x back after it was taken once more. Deadlock: the threads that have not had it then wait for
 * ever.
 *
 * <p>Shown by: every interleaving. 0 preemptions.
 *
 * <p>Right for N = 1 (the thread ends and still has x), wrong from 2.
 */
public class Phase01 {
    static final ReentrantLock x = new ReentrantLock();
    static final ReentrantLock y = new ReentrantLock();

    static void phases() {
        x.lock();
        x.unlock();
        x.lock();
        for (int i = 0; i < 2; i++) {
            y.lock();
            y.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = new Thread(Phase01::phases);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
