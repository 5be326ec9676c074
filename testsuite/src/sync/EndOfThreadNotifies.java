/**
 * The end of a thread notifies all that wait for the thread object.
 *
 * <p>While main holds the monitor, the thread cannot come to its end (it takes the monitor for that), so the wait cannot miss it. Only
 * outcome: ended 1.
 */
public class EndOfThreadNotifies {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.thread(() -> x = 1);
        synchronized (t) {
            t.start();
            if (t.isAlive()) {
                t.wait();
            }
        }
        System.out.println("ended " + x);
    }
}
