import java.util.concurrent.Semaphore;

/**
 * An interrupt ends an acquire. Nobody releases, so that is its only end.
 */
public class SemaphoreInterrupted {
    static final Semaphore semaphore = new Semaphore(0);
    static String result = "acquired";

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            try {
                semaphore.acquire();
            } catch (InterruptedException e) {
                result = "interrupted, flag " + Thread.currentThread().isInterrupted();
            }
        });
        t.interrupt();
        t.join();
        System.out.println(result + ", permits " + semaphore.availablePermits());
    }
}
