/**
 * Monitors work between virtual threads and with others: increments under a monitor are not lost, and a virtual thread that waits is notified.
 */
public class VirtualMonitors {
    static final Object m = new Object();
    static int x;

    static void increment() {
        synchronized (m) {
            x++;
            m.notifyAll();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = Thread.startVirtualThread(VirtualMonitors::increment);
        Thread b = Thread.startVirtualThread(() -> {
            synchronized (m) {
                while (x < 2) {
                    try {
                        m.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
                x++;
            }
        });
        increment();
        a.join();
        b.join();
        System.out.println(x);
    }
}
