import java.util.concurrent.Semaphore;

/**
 * Two permits, taken one by one by two threads that both need two: if each has got one, both wait for ever.
 *
 * <p>Possible: done, or a deadlock without output.
 */
public class SemaphoreTakesInParts {
    static final Semaphore semaphore = new Semaphore(2);

    static void both() throws InterruptedException {
        semaphore.acquire();
        semaphore.acquire();
        semaphore.release(2);
    }

    public static void main(String[] args) throws InterruptedException {
        Par.run(SemaphoreTakesInParts::both, SemaphoreTakesInParts::both);
        System.out.println("done");
    }
}
