import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two permits and three threads: never three are inside, and two can be. What is printed is the most that a thread has seen inside, itself among
 * them. Possible: 1 (one after the other), 2.
 */
public class SemaphoreAdmitsTwo {
    static final Semaphore semaphore = new Semaphore(2);
    static final AtomicInteger inside = new AtomicInteger();
    static final int[] seen = new int[3];

    static void enter(int me) throws InterruptedException {
        semaphore.acquire();
        seen[me] = inside.incrementAndGet();
        inside.decrementAndGet();
        semaphore.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> enter(0), () -> enter(1), () -> enter(2));
        System.out.println(Math.max(seen[0], Math.max(seen[1], seen[2])));
    }
}
