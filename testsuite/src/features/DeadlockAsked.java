import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Two daemons take two locks in opposite orders, and main asks who is in a deadlock, and what one of them waits for.
 *
 * While both are blocked, each has one of the locks: then they are in a deadlock, and the owner of what the first waits
 * for is the second. That an answer says otherwise is impossible. Possible: none blocked at some moment (`-`), or both
 * found (`2 second`). Who waits for whom is no event, so the check is not complete.
 */
public class DeadlockAsked {
    public static void main(String[] args) throws InterruptedException {
        Object one = new Object();
        Object two = new Object();
        Thread first = locker("first", one, two);
        Thread second = locker("second", two, one);
        first.start();
        second.start();
        first.join(1000);
        second.join(1000);
        if (first.getState() != Thread.State.BLOCKED || second.getState() != Thread.State.BLOCKED) {
            System.out.println("-");
            return;
        }
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        long[] found = bean.findDeadlockedThreads();
        ThreadInfo info = bean.getThreadInfo(first.getId());
        System.out.println(found.length + " " + info.getLockOwnerName());
    }

    private static Thread locker(String name, Object outer, Object inner) {
        Thread thread = new Thread(() -> {
            synchronized (outer) {
                synchronized (inner) {
                    Thread.yield();
                }
            }
        }, name);
        thread.setDaemon(true);
        return thread;
    }
}
