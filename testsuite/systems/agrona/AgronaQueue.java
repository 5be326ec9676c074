import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * Two producers offer a number each; the main thread takes both in the order in which they came.
 *
 * @jvm --add-opens java.base/jdk.internal.misc=ALL-UNNAMED
 * @outcome 1 2
 * @outcome 2 1
 */
public class AgronaQueue {
    public static void main(String[] args) throws InterruptedException {
        ManyToOneConcurrentArrayQueue<Integer> queue = new ManyToOneConcurrentArrayQueue<>(4);
        Thread t1 = new Thread(() -> queue.offer(1));
        Thread t2 = new Thread(() -> queue.offer(2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(queue.poll() + " " + queue.poll());
    }
}
