import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * Two threads enqueue the same reference, main polls in between.
 *
 * One of the two puts it into the queue, the other is told that it has been there: T F or F T. Main gets it (1), or comes too
 * early (0); then it is left over (true).
 */
public class ReferenceQueueRace {
    public static void main(String[] args) throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> reference = new WeakReference<>(new Object(), queue);
        boolean[] first = new boolean[2];
        Thread a = new Thread(() -> first[0] = reference.enqueue());
        Thread b = new Thread(() -> first[1] = reference.enqueue());
        a.start();
        b.start();
        int taken = queue.poll() == reference ? 1 : 0;
        a.join();
        b.join();
        boolean left = queue.poll() == reference;
        System.out.println((first[0] ? "T" : "F") + (first[1] ? "T" : "F") + taken + left);
    }
}
