import java.util.concurrent.Semaphore;

/**
 * Who wants two permits waits until there are two, and takes both at once. Two threads give one each, so it never waits for ever.
 */
public class SemaphoreAcquiresTwo {
    static final Semaphore semaphore = new Semaphore(0);

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> semaphore.acquire(2), () -> semaphore.release(), () -> semaphore.release());
        System.out.println(semaphore.availablePermits());
    }
}
