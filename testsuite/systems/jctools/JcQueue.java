import org.jctools.queues.MpscArrayQueue;

/**
 * Two producers offer a number each to a queue; the main thread takes both in the order in which they came.
 *
 * @outcome 1 2
 * @outcome 2 1
 */
public class JcQueue {
    public static void main(String[] args) throws InterruptedException {
        MpscArrayQueue<Integer> queue = new MpscArrayQueue<>(4);
        Thread t1 = new Thread(() -> queue.offer(1));
        Thread t2 = new Thread(() -> queue.offer(2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(queue.poll() + " " + queue.poll());
    }
}
