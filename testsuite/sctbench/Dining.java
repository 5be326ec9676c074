/**
 * Dining philosophers as they are usually told (the suites {@code inspect} and {@code chess} have them): each of N
 * takes the fork to the left and then the one to the right. Arguments: N (3), at least 2.
 *
 * <p>Bug: deadlock, when each has the left one.
 *
 * <p>Shown by: one philosopher is preempted between its forks, then comes the one to its left, which waits for that
 * fork once it has its own, then the one to the left of that, and so on. 1 preemption for every N, as only the first of
 * them has to give way; without any, each has given both forks back before the next one begins.
 *
 * <p>Wrong for every N from 2.
 */
public class Dining {
    static Object[] forks;

    static void eat(int philosopher) {
        synchronized (forks[philosopher]) {
            synchronized (forks[(philosopher + 1) % forks.length]) {
                // Eats.
            }
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
