/**
 * An exception that leaves a synchronized block inside a synchronized method releases both monitors: the other thread gets them.
 */
public class ExceptionReleasesMonitor {
    static final Object m = new Object();
    static int x;

    static synchronized void enter(boolean fail) {
        synchronized (m) {
            x++;
            if (fail) {
                throw new IllegalStateException("inside");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        String[] result = {"not caught"};
        Par.run(() -> {
            try {
                enter(true);
            } catch (IllegalStateException e) {
                result[0] = "caught";
            }
        }, () -> enter(false));
        System.out.println(result[0] + " " + x);
    }
}
