import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * Two threads wait for one reference: the one that gets it ends, the other waits for ever.
 */
public class ReferenceQueueDeadlock {
    static void take(ReferenceQueue<Object> queue) {
        try {
            queue.remove();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> reference = new WeakReference<>(new Object(), queue);
        new Thread(() -> take(queue)).start();
        new Thread(() -> take(queue)).start();
        reference.enqueue();
    }
}
