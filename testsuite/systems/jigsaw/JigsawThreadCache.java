import org.w3c.util.ThreadCache;

/**
 * The cache of threads on which the server runs its clients: it may have one thread, and grow if that is not enough.
 * Two threads hand it one task each, and wait for both.
 *
 * @outcome true 2
 */
public class JigsawThreadCache {
    static int done;

    public static void main(String[] args) throws InterruptedException {
        ThreadCache cache = new ThreadCache("cache");
        cache.setCachesize(1);
        cache.setIdleTimeout(1000);
        cache.setGrowAsNeeded(true);
        cache.initialize();
        Runnable task = () -> {
            synchronized (JigsawThreadCache.class) {
                done++;
            }
        };
        Thread other = new Thread(() -> cache.getThread(task, true));
        other.start();
        boolean taken = cache.getThread(task, true);
        other.join();
        cache.waitForCompletion();
        synchronized (JigsawThreadCache.class) {
            System.out.println(taken + " " + done);
        }
    }
}
