/**
 * A join with a time limit gives up when the thread waits and nobody else can go on; main then wakes the thread and joins it.
 */
public class TimedJoinInVain {
    static final Object m = new Object();
    static boolean set;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            synchronized (m) {
                while (!set) {
                    m.wait();
                }
            }
        });
        t.join(20);
        boolean before = t.isAlive();
        synchronized (m) {
            set = true;
            m.notify();
        }
        t.join();
        System.out.println(before + " " + t.isAlive());
    }
}
