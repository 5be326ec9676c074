/**
 * A thread that cannot enter a monitor is BLOCKED. It was not started before main had the monitor, so it comes to that.
 */
public class StateBlocked {
    static final Object m = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.thread(() -> {
            synchronized (m) {
                m.notify();
            }
        });
        synchronized (m) {
            t.start();
            while (t.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            System.out.println(t.getState());
        }
        t.join();
    }
}
