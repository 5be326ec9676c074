/**
 * The thread that runs {@code main} has been started: who starts it again, itself or another, gets an {@code IllegalThreadStateException}.
 *
 * Possible: one outcome.
 */
public class StartOfMain {
    static void start(Thread thread) {
        try {
            thread.start();
            System.out.println("started");
        } catch (IllegalThreadStateException e) {
            System.out.println("started before");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        start(main);
        Thread other = new Thread(() -> {
            start(main);
            start(Thread.currentThread());
        });
        other.start();
        other.join();
        start(other);
    }
}
