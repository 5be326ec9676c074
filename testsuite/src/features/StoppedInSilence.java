/**
 * Up to JDK 19 a thread that stops itself, and does not catch the {@code ThreadDeath}, ends in silence: that is what the
 * thread group does with this exception, and it is no failure. Later JDKs cannot stop a thread, so there it just ends.
 *
 * Only outcome: ended.
 */
public class StoppedInSilence {
    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            if (Runtime.version().feature() < 20) {
                Thread.currentThread().stop();
            }
        });
        t.start();
        t.join();
        System.out.println("ended");
    }
}
