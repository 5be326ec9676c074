import java.util.concurrent.Semaphore;

/**
 * A permit can be released by a thread that never acquired one, and what it wrote before is seen by who acquires it. Only outcome: 1.
 */
public class SemaphoreHandsOver {
    static final Semaphore semaphore = new Semaphore(0);
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            x = 1;
            semaphore.release();
        });
        semaphore.acquire();
        System.out.println(x);
        t.join();
    }
}
