import java.util.concurrent.LinkedBlockingQueue;

/**
 * Two producers, one consumer: both items arrive, in either order.
 */
public class LinkedQueueTakesAll {
    static final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Thread a = Par.start(() -> queue.put(1));
        Thread b = Par.start(() -> queue.put(2));
        System.out.println(queue.take() + " " + queue.take());
        a.join();
        b.join();
    }
}
