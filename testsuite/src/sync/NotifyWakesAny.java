/**
 * notify wakes any one waiter, not the one that came first.
 *
 * <p>The first thread waits before the second starts, and both wait before main notifies. Whoever is chosen writes its number, and only then
 * is the other one woken. Possible: 1 2, 2 1.
 */
public class NotifyWakesAny {
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

    static boolean nobodyWoke() {
        synchronized (m) {
            return order.isEmpty();
        }
    }

    static void wakeOne() {
        synchronized (m) {
            m.notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = Par.start(() -> waiter(1));
        while (waiting() < 1) {
            Thread.onSpinWait();
        }
        Thread second = Par.start(() -> waiter(2));
        while (waiting() < 2) {
            Thread.onSpinWait();
        }
        wakeOne();
        while (nobodyWoke()) {
            Thread.onSpinWait();
        }
        wakeOne();
        first.join();
        second.join();
        System.out.println(order);
    }
}
