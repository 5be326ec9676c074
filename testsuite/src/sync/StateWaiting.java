/**
 * A thread in wait() is WAITING; the one that asks about itself is RUNNABLE. If the notify came before the wait, this program would hang: it
 * comes only when the state has been seen.
 */
public class StateWaiting {
    static final Object m = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            synchronized (m) {
                m.wait();
            }
        });
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        synchronized (m) {
            System.out.println(t.getState() + " " + Thread.currentThread().getState());
            m.notify();
        }
        t.join();
    }
}
