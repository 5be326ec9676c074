/**
 * The default handler is set while another thread asks for it.
 *
 * Possible: "false true", "true true".
 */
public class DefaultHandlerRace {
    public static void main(String[] args) throws InterruptedException {
        Thread.UncaughtExceptionHandler handler = (thread, e) -> {};
        Thread t = new Thread(() -> Thread.setDefaultUncaughtExceptionHandler(handler));
        t.start();
        boolean raced = Thread.getDefaultUncaughtExceptionHandler() == handler;
        t.join();
        System.out.println(raced + " " + (Thread.getDefaultUncaughtExceptionHandler() == handler));
    }
}
