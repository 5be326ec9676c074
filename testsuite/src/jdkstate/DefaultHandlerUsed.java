/**
 * The default handler is replaced while a thread fails, which then looks for one.
 *
 * Possible: "first", "second".
 */
public class DefaultHandlerUsed {
    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> System.out.println("first"));
        Thread t = new Thread(() -> {
            throw new IllegalStateException();
        });
        t.start();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> System.out.println("second"));
    }
}
