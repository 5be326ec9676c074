/**
 * An interrupt and a notify for the same waiter: it is either notified, and the flag stays set, or interrupted, and then the
 * notification goes to the other waiter (JLS 17.2.4).
 *
 * <p>a and b wait; one thread interrupts a, one notifies. If a was notified, b still waits, and main wakes it. If a was interrupted, main
 * wakes nobody: were the notification lost, b would wait for ever. Before a looks at its flag, it lets the interrupt happen. Both outcomes are
 * possible, a deadlock is not.
 */
public class InterruptOrNotify {
    static final Object m = new Object();
    static int waiting;
    static volatile boolean interrupted;
    static String result;

    static int waiting() {
        synchronized (m) {
            return waiting;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = Par.start(() -> {
            String how;
            synchronized (m) {
                waiting++;
                try {
                    m.wait();
                    how = "notified";
                } catch (InterruptedException e) {
                    how = "interrupted";
                }
            }
            while (!interrupted) {
                Thread.onSpinWait();
            }
            result = how + ", flag " + Thread.currentThread().isInterrupted();
        });
        Thread b = Par.start(() -> {
            synchronized (m) {
                waiting++;
                m.wait();
            }
        });
        while (waiting() < 2) {
            Thread.onSpinWait();
        }
        Thread notifier = Par.start(() -> {
            synchronized (m) {
                m.notify();
            }
        });
        a.interrupt();
        interrupted = true;
        a.join();
        if (result.startsWith("notified")) {
            synchronized (m) {
                m.notify();
            }
        }
        b.join();
        notifier.join();
        System.out.println(result);
    }
}
