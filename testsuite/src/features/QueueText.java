import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A queue of the JDK becomes text, in a concatenation and by itself, while another thread adds to it.
 *
 * Possible: the element is missing in both, in the first, or in neither.
 */
public class QueueText {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        Thread t = new Thread(() -> queue.add(1));
        t.start();
        String first = "queue " + queue;
        String second = String.valueOf(queue);
        System.out.println(first + ", " + second);
        t.join();
    }
}
