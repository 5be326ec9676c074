import java.util.concurrent.ArrayBlockingQueue;

/**
 * offer and poll never wait. The thread offers 1 and then 2 to a queue of one, main polls once meanwhile: before the first offer (it gets nothing, the second offer
 * fails), between them (it gets 1, and there is room again), or after both (it gets 1, but the second offer had failed).
 *
 * <p>Printed: what main got, the results of the offers, and what is left.
 */
public class ArrayQueueOffers {
    static final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
    static boolean first;
    static boolean second;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            first = queue.offer(1);
            second = queue.offer(2);
        });
        Integer got = queue.poll();
        t.join();
        System.out.println(got + " " + first + " " + second + " " + queue.peek());
    }
}
