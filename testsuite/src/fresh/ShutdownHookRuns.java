/**
 * The hook begins when all threads that are no daemons have ended, so it sees what the other thread has written; the daemon may not have got to
 * its write by then, or it may.
 *
 * Outcomes: hook 1 0, hook 1 1.
 */
public class ShutdownHookRuns {
    static int x;
    static volatile int y;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook " + x + " " + y)));
        Thread daemon = new Thread(() -> y = 1);
        daemon.setDaemon(true);
        daemon.start();
        new Thread(() -> x = 1).start();
    }
}
