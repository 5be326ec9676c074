/**
 * Two threads wait, one is notified: the other one waits for ever. Were notify taken for notifyAll, there would be no deadlock.
 */
public class NotifyIsNotNotifyAll {
    static final Object m = new Object();
    static int waiting;

    static int waiting() {
        synchronized (m) {
            return waiting;
        }
    }

    static void waiter() throws InterruptedException {
        synchronized (m) {
            waiting++;
            m.wait();
            System.out.println("one");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Par.start(NotifyIsNotNotifyAll::waiter);
        Par.start(NotifyIsNotNotifyAll::waiter);
        while (waiting() < 2) {
            Thread.onSpinWait();
        }
        synchronized (m) {
            m.notify();
        }
    }
}
