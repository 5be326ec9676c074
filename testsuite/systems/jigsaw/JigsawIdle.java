import org.w3c.util.ThreadCache;

/**
 * The server's cache of threads ({@link JigsawThreadCache}), which may have two, of which one is always kept. It runs
 * two tasks at once, is idle for longer than the time after which a thread may end, and gets two tasks more.
 *
 * <p>A thread whose time is over asks {@code ThreadCache.isFree} whether it may end. If both do, the first one may
 * (threads: 2, kept: 1). The second one may not; but {@code isFree} takes that for a thread that has run a task, and
 * appends it to the list of free threads, where it is already: {@code freetail.next = t} with {@code freetail == t}.
 * From then on the list is a ring, the thread is in it while it runs, and {@code allocateThread} hands it out twice.
 * {@code CachedThread.wakeup} then sets {@code runner} while the last one has not been taken, and that task is never
 * run: 3 instead of 4. (What is wrong is {@code isFree}: it should add nothing when {@code timedout} is true.) In the
 * daemon the task is a client's connection, which is accepted and never answered, while {@code getThread} has said
 * {@code true}.
 *
 * <p>4, where the thread comes to its first task before it gets the second one. Fewer than 3 cannot be: the first two
 * are run by a thread each, and the last one is not replaced.
 *
 * @option --timeouts ordered
 * @outcome 3
 * @outcome 4
 */
public class JigsawIdle {
    private static final int IDLE = 1000;
    static int done;

    public static void main(String[] args) throws InterruptedException {
        ThreadCache cache = new ThreadCache("cache");
        cache.setCachesize(2);
        cache.setIdleTimeout(IDLE);
        cache.initialize();
        runTwo(cache);
        runTwo(cache);
        synchronized (JigsawIdle.class) {
            System.out.println(done);
        }
    }

    private static void runTwo(ThreadCache cache) throws InterruptedException {
        cache.getThread(JigsawIdle::count, true);
        cache.getThread(JigsawIdle::count, true);
        Thread.sleep(10 * IDLE);
    }

    private static synchronized void count() {
        done++;
    }
}
