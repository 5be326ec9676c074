/**
 * A thread sleeps in a loop until it is interrupted, which it finds out by its flag, or in its sleep: so it may end in either way.
 * {@code main}: it is main that does so.
 */
public class SleepsUntilInterrupted {
    static int how;

    public static void main(String[] args) throws InterruptedException {
        if (args.length > 0) {
            Thread main = Thread.currentThread();
            Thread other = new Thread(main::interrupt);
            other.start();
            sleeps();
            other.join();
        } else {
            Thread thread = new Thread(SleepsUntilInterrupted::sleeps);
            thread.start();
            thread.interrupt();
            thread.join();
        }
        System.out.println(how);
    }

    private static void sleeps() {
        try {
            while (!Thread.interrupted()) {
                Thread.sleep(5);
            }
            how = 1;
        } catch (InterruptedException e) {
            how = 2;
        }
    }
}
