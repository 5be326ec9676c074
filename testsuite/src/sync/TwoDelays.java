import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Tasks with delays run in the order of the delays, not in that in which they were scheduled. */
public class TwoDelays {
    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        StringBuffer log = new StringBuffer();
        pool.schedule(() -> log.append("late "), 20, TimeUnit.MILLISECONDS);
        pool.schedule(() -> log.append("early "), 10, TimeUnit.MILLISECONDS);
        Thread.sleep(15);
        log.append("between ");
        pool.shutdown();
        boolean ended = pool.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println(log + "" + ended);
    }
}
