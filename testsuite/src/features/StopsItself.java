/**
 * A thread that stops itself: up to JDK 19 it is as if it threw a {@code ThreadDeath}, which ends the thread in silence; later JDKs do not know how to stop a thread.
 *
 * Only outcome: caught, and what was caught.
 */
public class StopsItself {
    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        boolean recent = Runtime.version().feature() >= 20;
        Thread t = new Thread(() -> {
            try {
                Thread.currentThread().stop();
            } catch (ThreadDeath | UnsupportedOperationException e) {
                System.out.println(e instanceof ThreadDeath != recent);
            }
        });
        t.start();
        t.join();
    }
}
