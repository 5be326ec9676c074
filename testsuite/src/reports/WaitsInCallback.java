import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Where a thread waits is the last line of the program on its stack, whatever it called before: main waits at line 17,
 * inside a comparison that the JDK has called for line 20, and after the queue was used at line 16.
 */
public class WaitsInCallback {
    static final CountDownLatch NEVER = new CountDownLatch(1);
    static final LinkedBlockingQueue<String> QUEUE = new LinkedBlockingQueue<>();

    static int compare(String one, String two) {
        QUEUE.add(one);
        try {
            QUEUE.take();
            NEVER.await();
        } catch (InterruptedException e) { throw new AssertionError(e); }
        return one.compareTo(two); }
    public static void main(String[] args) { Arrays.sort(new String[] {"b", "a"}, WaitsInCallback::compare);
    }
}
