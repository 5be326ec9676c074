import java.util.concurrent.ArrayBlockingQueue;

/**
 * A queue of one: the producer's second put waits until the first item is taken, the consumer waits while there is none. The order stays.
 */
public class ArrayQueueBlocks {
    static final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            queue.put(1);
            queue.put(2);
        });
        int first = queue.take();
        int second = queue.take();
        t.join();
        System.out.println(first + " " + second);
    }
}
