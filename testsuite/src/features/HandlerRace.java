/**
 * A handler is set while the thread that is to use it may already have failed. Set in time, it prints; else the exception is a violation.
 * Nothing prints after the handler. (Setting the handler of a thread that has ended does nothing.)
 *
 * Possible: "handled", or nothing and an exception.
 */
public class HandlerRace {
    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            throw new IllegalStateException("x");
        });
        t.start();
        t.setUncaughtExceptionHandler((thread, e) -> System.out.println("handled"));
    }
}
