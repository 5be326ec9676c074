import java.util.concurrent.ForkJoinPool;

/**
 * A task interrupts the thread that waits for it, and is done.
 *
 * Possible: "interrupted" (get saw the flag first), "1" (it saw the result first).
 */
public class FjGetInterrupted {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        try {
            System.out.println(new ForkJoinPool(1).submit(() -> {
                main.interrupt();
                return 1;
            }).get());
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }
}
