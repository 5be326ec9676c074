/**
 * Two thread groups of one name are two monitors: entered in opposite orders, they deadlock.
 *
 * Outcomes: done; the deadlock.
 */
public class GroupsAsLocks {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup one = new ThreadGroup("group");
        ThreadGroup two = new ThreadGroup("group");
        Thread other = new Thread(() -> {
            synchronized (two) {
                synchronized (one) {
                }
            }
        });
        other.start();
        synchronized (one) {
            synchronized (two) {
            }
        }
        other.join();
        System.out.println("done");
    }
}
