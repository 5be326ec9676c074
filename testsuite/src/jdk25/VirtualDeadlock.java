/**
 * Two virtual threads take two monitors in opposite orders, and main joins them. That they are daemons does not help main.
 *
 * <p>Possible: done, or a deadlock without output.
 */
public class VirtualDeadlock {
    static final Object a = new Object();
    static final Object b = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                first.notifyAll();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = Thread.startVirtualThread(() -> both(a, b));
        Thread two = Thread.startVirtualThread(() -> both(b, a));
        one.join();
        two.join();
        System.out.println("done");
    }
}
