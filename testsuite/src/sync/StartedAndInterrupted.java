/**
 * A thread starts another one, which waits, and ends. Main sees that, interrupts the one that waits, twice, and joins
 * it: that it was started shows only then ({@link StartedByAnother}).
 *
 * <p>Possible: 1. The wait ends by the interrupt, whether it comes before or after it, and the join is after that.
 */
public class StartedAndInterrupted {
    static volatile boolean ended;
    static int interrupted;

    private static synchronized void waits() {
        try {
            StartedAndInterrupted.class.wait();
        } catch (InterruptedException e) {
            interrupted++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread started = new Thread(StartedAndInterrupted::waits, "started");
        Thread starter = new Thread(() -> {
            started.start();
            ended = true;
        }, "starter");
        starter.start();
        while (!ended) {
            Thread.onSpinWait();
        }
        started.interrupt();
        started.interrupt();
        started.join();
        System.out.println(interrupted);
    }
}
