/**
 * An interrupt ends the wait of a virtual thread. Nobody notifies.
 */
public class VirtualInterrupted {
    static String result = "notified";

    public static void main(String[] args) throws InterruptedException {
        Object m = new Object();
        Thread t = Thread.startVirtualThread(() -> {
            synchronized (m) {
                try {
                    m.wait();
                } catch (InterruptedException e) {
                    result = "interrupted, flag " + Thread.currentThread().isInterrupted();
                }
            }
        });
        t.interrupt();
        t.join();
        System.out.println(result);
    }
}
