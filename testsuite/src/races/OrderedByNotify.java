/** Data behind a notification. */
public class OrderedByNotify {
    static final Object monitor = new Object();
    static boolean ready;
    static int data;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            data = 7;
            synchronized (monitor) {
                ready = true;
                monitor.notify();
            }
        }).start();
        synchronized (monitor) {
            while (!ready) {
                monitor.wait();
            }
        }
        System.out.println(data);
    }
}
