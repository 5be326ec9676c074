import org.jctools.queues.SpscArrayQueue;

/**
 * One thread offers 1 and 2, the other one polls twice: nothing, the first, or both in order.
 *
 * @outcome null null
 * @outcome null 1
 * @outcome 1 null
 * @outcome 1 2
 */
public class JcSpsc {
    public static void main(String[] args) throws InterruptedException {
        SpscArrayQueue<Integer> queue = new SpscArrayQueue<>(4);
        Integer[] got = new Integer[2];
        Thread t1 = new Thread(() -> {
            queue.offer(1);
            queue.offer(2);
        });
        Thread t2 = new Thread(() -> {
            got[0] = queue.poll();
            got[1] = queue.poll();
        });
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(got[0] + " " + got[1]);
    }
}
