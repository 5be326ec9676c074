/**
 * notifyAll wakes all, and they take the monitor again in any order.
 *
 * <p>Both threads wait when main calls notifyAll. Possible: 1 2, 2 1; never a deadlock.
 */
public class NotifyAllAnyOrder {
    static final Object m = new Object();
    static int waiting;
    static String order = "";

    static void waiter(int me) throws InterruptedException {
        synchronized (m) {
            waiting++;
            m.wait();
            order += (order.isEmpty() ? "" : " ") + me;
        }
    }

    static int waiting() {
        synchronized (m) {
            return waiting;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = Par.start(() -> waiter(1));
        Thread second = Par.start(() -> waiter(2));
        while (waiting() < 2) {
            Thread.onSpinWait();
        }
        synchronized (m) {
            m.notifyAll();
        }
        first.join();
        second.join();
        System.out.println(order);
    }
}
