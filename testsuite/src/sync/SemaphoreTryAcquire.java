import java.util.concurrent.Semaphore;

/**
 * tryAcquire never waits: it fails if the other thread has the permit just then. Possible: true, false.
 */
public class SemaphoreTryAcquire {
    static final Semaphore semaphore = new Semaphore(1);

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            semaphore.acquire();
            semaphore.release();
        });
        boolean got = semaphore.tryAcquire();
        if (got) {
            semaphore.release();
        }
        t.join();
        System.out.println(got);
    }
}
