/**
 * A thread cannot be made a daemon while it lives; when it has ended, nobody minds.
 *
 * Outcomes: "late" if it lives, "ended" if it has ended when it is asked. Before its start it can be made one and back.
 */
public class DaemonTooLate {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {});
        t.setDaemon(true);
        t.setDaemon(false);
        t.start();
        String how = "ended";
        try {
            t.setDaemon(true);
        } catch (IllegalThreadStateException e) {
            how = "late";
        }
        t.join();
        System.out.println(how + " " + t.isDaemon());
    }
}
