import java.util.concurrent.Semaphore;

/**
 * A semaphore with one permit makes a plain increment safe. Only outcome: 2.
 */
public class SemaphoreExcludes {
    static final Semaphore semaphore = new Semaphore(1);
    static int x;

    static void increment() throws InterruptedException {
        semaphore.acquire();
        x++;
        semaphore.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Par.run(SemaphoreExcludes::increment, SemaphoreExcludes::increment);
        System.out.println(x);
    }
}
