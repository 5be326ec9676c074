/**
 * The default handler is told of exceptions for which nobody else is. It is static state of the JDK: each execution begins without one, which
 * the program prints first.
 */
public class DefaultHandlerIsForgotten {
    static volatile int x;
    static String told = "nothing";

    public static void main(String[] args) throws InterruptedException {
        boolean none = Thread.getDefaultUncaughtExceptionHandler() == null;
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> told = e.getMessage());
        Thread t = new Thread(() -> {
            x = 1;
            throw new IllegalStateException("boom");
        });
        t.start();
        // Two behaviours, and so two executions.
        int seen = x;
        t.join();
        System.out.println(none + " " + told);
    }
}
