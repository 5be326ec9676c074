import java.util.concurrent.locks.ReentrantLock;

/**
 * Three philosophers; each takes the fork on the left and then the one on the right. If each has one, all wait for ever.
 *
 * <p>Possible: done, or a deadlock without output.
 */
public class DiningCyclic {
    static final ReentrantLock[] forks = {new ReentrantLock(), new ReentrantLock(), new ReentrantLock()};

    static Thread philosopher(int left, int right) {
        return new Thread(() -> {
            forks[left].lock();
            forks[right].lock();
            forks[right].unlock();
            forks[left].unlock();
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] philosophers = {philosopher(0, 1), philosopher(1, 2), philosopher(2, 0)};
        for (Thread philosopher : philosophers) {
            philosopher.start();
        }
        for (Thread philosopher : philosophers) {
            philosopher.join();
        }
        System.out.println("done");
    }
}
