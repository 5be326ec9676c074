import java.util.concurrent.Semaphore;

/**
 * drainPermits takes all there are; release needs no acquire before it.
 */
public class SemaphoreCounts {
    public static void main(String[] args) {
        Semaphore semaphore = new Semaphore(3);
        String result = semaphore.drainPermits() + " " + semaphore.availablePermits() + " " + semaphore.tryAcquire() + " ";
        semaphore.release();
        System.out.println(result + semaphore.availablePermits() + " " + semaphore.tryAcquire() + " " + semaphore.availablePermits());
    }
}
