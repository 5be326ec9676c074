/**
 * A wait with a time limit ends by itself when nobody else can go on, and the waiter holds the monitor again.
 */
public class TimedWaitTimesOut {
    static final Object m = new Object();

    public static void main(String[] args) throws InterruptedException {
        synchronized (m) {
            m.wait(20);
            System.out.println("over, monitor " + Thread.holdsLock(m));
        }
    }
}
