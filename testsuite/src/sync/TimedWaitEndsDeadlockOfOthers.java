/**
 * Time limits pass also when others are stuck for ever: main's wait ends, it prints, and what remains is the deadlock of the thread that nobody
 * will notify.
 */
public class TimedWaitEndsDeadlockOfOthers {
    static final Object m = new Object();

    public static void main(String[] args) throws InterruptedException {
        Par.start(() -> {
            Object mine = new Object();
            synchronized (mine) {
                mine.wait();
            }
        });
        synchronized (m) {
            m.wait(20);
        }
        System.out.println("over");
    }
}
