import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Two offers at the same time are both kept, in either order.
 */
public class ConcurrentQueueKeepsAll {
    static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> queue.offer(1), () -> queue.offer(2));
        System.out.println(queue.poll() + " " + queue.poll() + " " + queue.poll());
    }
}
