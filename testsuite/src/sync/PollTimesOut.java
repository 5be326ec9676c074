import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A poll with a time limit is in vain if nobody will put anything, and waits while somebody can.
 */
public class PollTimesOut {
    static final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Integer first = queue.poll(20, TimeUnit.MILLISECONDS);
        Thread t = Par.start(() -> queue.put(1));
        Integer second = queue.poll(60, TimeUnit.SECONDS);
        t.join();
        System.out.println(first + " " + second);
    }
}
