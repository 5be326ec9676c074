/**
 * A handler of its own is told of a thread's exception, by that thread, before it ends. An exception that is handled is no violation.
 */
public class ThreadHandlesException {
    static String told = "nothing";

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            throw new IllegalStateException("boom");
        });
        t.setUncaughtExceptionHandler((thread, e) -> told = e.getMessage() + " " + (Thread.currentThread() == thread));
        t.start();
        t.join();
        System.out.println(told);
    }
}
