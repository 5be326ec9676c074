import java.util.Timer;
import java.util.TimerTask;

/** A timer runs its tasks in the order of their times, and a sleep in between comes in between. */
public class TimerOrder {
    static final StringBuffer LOG = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer();
        timer.schedule(task("late "), 30);
        timer.schedule(task("early "), 10);
        Thread.sleep(20);
        LOG.append("between ");
        Thread.sleep(20);
        timer.cancel();
        System.out.println(LOG.toString().trim());
    }

    static TimerTask task(String name) {
        return new TimerTask() {
            @Override
            public void run() {
                LOG.append(name);
            }
        };
    }
}
