import org.eclipse.jetty.util.BlockingArrayQueue;

/**
 * Two threads put a number each into a queue; the main thread takes both in the order in which they came.
 *
 * @outcome 1 2
 * @outcome 2 1
 */
public class JettyQueue {
    public static void main(String[] args) throws InterruptedException {
        BlockingArrayQueue<Integer> queue = new BlockingArrayQueue<>(4);
        Thread t1 = new Thread(() -> queue.offer(1));
        Thread t2 = new Thread(() -> queue.offer(2));
        t1.start();
        t2.start();
        System.out.println(queue.take() + " " + queue.take());
    }
}
