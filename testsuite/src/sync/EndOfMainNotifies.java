/**
 * The end of a thread notifies those who wait in its monitor; so does that of main. Without arguments a thread waits for it
 * so, as {@code join} does: it always comes back.
 *
 * <p>{@code hook}: main ends, or exits, whichever way the race with the thread goes; then the shutdown hook prints. The JVM's
 * own thread that waits for the end of main has the monitor meanwhile.
 */
public class EndOfMainNotifies {
    static volatile int x;

    public static void main(String[] args) {
        if (args.length > 0) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
            new Thread(() -> x = 1).start();
            if (x == 0) {
                System.exit(0);
            }
            return;
        }
        Thread main = Thread.currentThread();
        new Thread(() -> {
            synchronized (main) {
                while (main.isAlive()) {
                    try {
                        main.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
            System.out.println("ended");
        }).start();
    }
}
