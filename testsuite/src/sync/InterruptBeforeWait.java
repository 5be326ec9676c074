/**
 * wait throws at once in a thread that is interrupted already, and clears the flag. Another thread that notifies makes no difference,
 * since this one never gives the monitor away.
 */
public class InterruptBeforeWait {
    static final Object m = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            synchronized (m) {
                m.notify();
            }
        });
        Thread.currentThread().interrupt();
        String result;
        synchronized (m) {
            try {
                m.wait();
                result = "notified";
            } catch (InterruptedException e) {
                result = "interrupted";
            }
        }
        System.out.println(result + ", flag " + Thread.currentThread().isInterrupted());
        t.join();
    }
}
