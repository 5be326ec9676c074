import java.util.concurrent.LinkedBlockingQueue;

/**
 * An interrupt ends a take. Nobody puts anything, so that is its only end.
 */
public class TakeInterrupted {
    static final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    static String result = "taken";

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            try {
                queue.take();
            } catch (InterruptedException e) {
                result = "interrupted, flag " + Thread.currentThread().isInterrupted();
            }
        });
        t.interrupt();
        t.join();
        System.out.println(result);
    }
}
