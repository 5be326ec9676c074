import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/**
 * A timer runs its task in a thread of its own, again and again until it is cancelled, which ends that thread.
 */
public class TimerRuns {
    static int ticks;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch twice = new CountDownLatch(2);
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                ticks++;
                if (ticks == 2) {
                    timer.cancel();
                }
                twice.countDown();
            }
        }, 1, 1);
        twice.await();
        System.out.println("ticks " + ticks);
    }
}
