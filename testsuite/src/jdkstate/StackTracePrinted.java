/**
 * Two threads print the stack trace of one exception to {@code System.err}, which nobody looks at, and one of them adds to it.
 *
 * Possible: 0, 1 (what main counts in between).
 */
public class StackTracePrinted {
    public static void main(String[] args) throws InterruptedException {
        Exception shared = new Exception();
        Thread t = new Thread(() -> {
            shared.printStackTrace();
            shared.addSuppressed(new Exception());
        });
        t.start();
        shared.printStackTrace();
        int seen = shared.getSuppressed().length;
        t.join();
        System.out.println(seen);
    }
}
