import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/**
 * Tomcat's thread pool with its queue, as connectors use it: one worker, or two where there is more to do than that.
 *
 * <p>The queue takes a task only if a worker is idle or there may be no more workers (TaskQueue), so the second task is
 * run by a second worker or, after the first task, by the first. Each task counts one. The pool ends when both have
 * been run.
 *
 * @outcome 2 true
 */
public class TomcatExecutor {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        TaskQueue queue = new TaskQueue();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 2, 1, TimeUnit.MINUTES, queue,
                new TaskThreadFactory("worker-", false, Thread.NORM_PRIORITY));
        queue.setParent(pool);
        pool.execute(count::incrementAndGet);
        pool.execute(count::incrementAndGet);
        pool.shutdown();
        boolean ended = pool.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println(count + " " + ended);
    }
}
