import java.util.concurrent.locks.ReentrantLock;

/**
 * Three philosophers; each takes the fork with the lower number first. The order of the forks makes a cycle impossible, and each fork
 * guards nothing but the meal of its two neighbours; the meals are counted under a lock of their own. Only outcome: 3.
 */
public class DiningOrdered {
    static final ReentrantLock[] forks = {new ReentrantLock(), new ReentrantLock(), new ReentrantLock()};
    static int meals;

    static Thread philosopher(int first, int second) {
        return new Thread(() -> {
            forks[first].lock();
            forks[second].lock();
            synchronized (forks) {
                meals++;
            }
            forks[second].unlock();
            forks[first].unlock();
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] philosophers = {philosopher(0, 1), philosopher(1, 2), philosopher(0, 2)};
        for (Thread philosopher : philosophers) {
            philosopher.start();
        }
        for (Thread philosopher : philosophers) {
            philosopher.join();
        }
        System.out.println(meals);
    }
}
