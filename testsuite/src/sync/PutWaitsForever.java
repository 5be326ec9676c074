import java.util.concurrent.LinkedBlockingQueue;

/**
 * A put into a full queue that nobody empties is a deadlock.
 */
public class PutWaitsForever {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);
        queue.put(1);
        System.out.println("one");
        queue.put(2);
        System.out.println("not reached");
    }
}
