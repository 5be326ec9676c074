import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * A daemon waits for what the garbage collector enqueues, first with a limit, then without; nothing is enqueued.
 *
 * The collector is taken never to come by. Main may look before the daemon's limit is over (it may be at any time here), or after it: "0", "1".
 */
public class ReferenceQueueDaemon {
    static volatile int timeouts;

    public static void main(String[] args) {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> reference = new WeakReference<>(queue, queue);
        Thread cleaner = new Thread(() -> {
            try {
                if (queue.remove(1000) == null) {
                    timeouts++;
                }
                queue.remove();
                timeouts = 100;
            } catch (InterruptedException e) {
                timeouts = 200;
            }
        });
        cleaner.setDaemon(true);
        cleaner.start();
        System.out.println(timeouts + (reference.refersTo(queue) ? "" : " cleared"));
    }
}
