import org.apache.commons.lang3.concurrent.ConcurrentException;
import org.apache.commons.lang3.concurrent.LazyInitializer;

/**
 * Two threads ask for a value that is made at the first use, once.
 *
 * @outcome true made 1
 */
public class CommonsLazy {
    static int made;

    public static void main(String[] args) throws InterruptedException {
        LazyInitializer<Object> lazy = new LazyInitializer<>() {
            @Override
            protected Object initialize() {
                made++;
                return new Object();
            }
        };
        Object[] got = new Object[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                try {
                    got[me] = lazy.get();
                } catch (ConcurrentException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println((got[0] == got[1]) + " made " + made);
    }
}
