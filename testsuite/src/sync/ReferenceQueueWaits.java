import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * One thread waits for references, as cleaners do; main enqueues two.
 *
 * The last one that was enqueued comes out first. Possible: "ab" (a is taken before b is there), "ba" (both are there before the
 * waiting thread takes any).
 */
public class ReferenceQueueWaits {
    static class Named extends WeakReference<Object> {
        final String name;

        Named(String name, ReferenceQueue<Object> queue) {
            super(new Object(), queue);
            this.name = name;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Named a = new Named("a", queue);
        Named b = new Named("b", queue);
        StringBuilder taken = new StringBuilder();
        Thread cleaner = new Thread(() -> {
            try {
                while (taken.length() < 2) {
                    Reference<?> reference = queue.remove();
                    taken.append(((Named) reference).name);
                }
            } catch (InterruptedException e) {
                taken.append("interrupted");
            }
        });
        cleaner.start();
        a.enqueue();
        b.enqueue();
        cleaner.join();
        System.out.println(taken);
    }
}
