/**
 * A thread that was interrupted before its start begins with the flag set (the JDK says so of itself in the documentation of interrupt).
 */
public class InterruptBeforeStart {
    static boolean seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.thread(() -> seen = Thread.currentThread().isInterrupted());
        t.interrupt();
        t.start();
        t.join();
        System.out.println(seen);
    }
}
