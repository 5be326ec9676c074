/**
 * How many threads a group has, asked while one of them may end: threads that have begun and not ended, in the order in which they were started.
 *
 * Outcomes: "2 2", "2 1", "1 1": t lives or not when it is counted, and when it is listed; "1 2" would be a thread that comes back. Then 1: all are
 * joined.
 */
public class ActiveCount {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {});
        t.start();
        int active = Thread.activeCount();
        Thread[] list = new Thread[8];
        int listed = Thread.enumerate(list);
        t.join();
        boolean right = list[0] == Thread.currentThread() && (listed == 1 || list[1] == t);
        System.out.println(active + " " + listed + " " + right + " " + Thread.activeCount());
    }
}
