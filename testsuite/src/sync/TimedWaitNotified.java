/**
 * A wait with a time limit does not end before its time while another thread can still notify it.
 *
 * <p>The thread waits only while the flag is false. As long as it waits, main can go on, sets the flag and notifies. Only outcome: true.
 */
public class TimedWaitNotified {
    static final Object m = new Object();
    static boolean set;
    static boolean seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            synchronized (m) {
                if (!set) {
                    m.wait(60_000);
                }
                seen = set;
            }
        });
        synchronized (m) {
            set = true;
            m.notify();
        }
        t.join();
        System.out.println(seen);
    }
}
