import java.util.concurrent.SynchronousQueue;

/**
 * A synchronous queue holds nothing: an offer fails while nobody waits, and a put ends only when the item is taken.
 */
public class SynchronousQueueMeets {
    static final SynchronousQueue<Integer> queue = new SynchronousQueue<>();
    static volatile boolean put;

    public static void main(String[] args) throws InterruptedException {
        boolean offered = queue.offer(0);
        Thread t = Par.start(() -> {
            queue.put(1);
            put = true;
        });
        int got = queue.take();
        t.join();
        System.out.println(offered + " " + got + " " + put);
    }
}
