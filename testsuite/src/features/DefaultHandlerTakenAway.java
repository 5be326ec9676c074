/**
 * Main takes the default handler away while a thread ends by an exception. The thread asks for it once: either it is handled, or
 * nobody handles it, and the thread has failed.
 */
public class DefaultHandlerTakenAway {
    static String handled;

    public static void main(String[] args) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> handled = thrown.getMessage());
        Thread fails = new Thread(() -> {
            throw new IllegalStateException("thrown");
        });
        fails.start();
        Thread.setDefaultUncaughtExceptionHandler(null);
        fails.join();
        System.out.println(handled);
    }
}
