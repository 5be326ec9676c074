/**
 * A thread in wait(time) is TIMED_WAITING. Its time is not over while main can go on.
 */
public class StateTimedWaiting {
    static final Object m = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            synchronized (m) {
                m.wait(60_000);
            }
        });
        while (t.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        synchronized (m) {
            System.out.println(t.getState());
            m.notify();
        }
        t.join();
    }
}
