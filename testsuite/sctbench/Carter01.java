import java.util.concurrent.Semaphore;

/**
 * SCTBench, {@code CS.carter01_bad}: operations of two classes, of which only one class may be under way at a time. The
 * first of a class to come in takes the room, the last to go gives it back; a mutex guards the counts of both classes.
 * Arguments: threads of each class (1), at least 1. Beside them the original has two threads that do nothing; so has
 * this.
 *
 * <p>Bug: who has to wait for the room keeps the mutex, and whoever has the room needs the mutex to give it back:
 * deadlock.
 *
 * <p>Shown by: a thread is preempted after it has come in, and one of the other class comes. 1 preemption; without any,
 * each goes before the next one comes.
 *
 * <p>Wrong for every number. The room is a semaphore, as who gives it back need not be who took it.
 */
public class Carter01 {
    static final Object mutex = new Object();
    static final Semaphore room = new Semaphore(1);

    static final class Operation implements Runnable {
        /** Those of this class that are under way. */
        private final int[] count;

        Operation(int[] count) {
            this.count = count;
        }

        @Override
        public void run() {
            synchronized (mutex) {
                if (++count[0] == 1) {
                    room.acquireUninterruptibly();
                }
            }
            synchronized (mutex) {
                if (--count[0] == 0) {
                    room.release();
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        int[][] counts = {new int[1], new int[1]};
        Thread[] threads = new Thread[2 * n + 2];
        for (int i = 0; i < 2 * n; i++) {
            threads[i] = new Thread(new Operation(counts[i % 2]));
        }
        for (int i = 2 * n; i < threads.length; i++) {
            threads[i] = new Thread(() -> { });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
