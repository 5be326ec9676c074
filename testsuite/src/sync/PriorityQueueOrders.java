import java.util.concurrent.PriorityBlockingQueue;

/**
 * take returns the least item that is there: 2 if 1 has not been put yet, else 1. Possible: 2 1, 1 2.
 */
public class PriorityQueueOrders {
    static final PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            queue.put(2);
            queue.put(1);
        });
        System.out.println(queue.take() + " " + queue.take());
        t.join();
    }
}
