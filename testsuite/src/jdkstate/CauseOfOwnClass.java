/**
 * An exception whose cause is one of the program's own goes from one thread to another, through a field.
 *
 * Possible: "none" (main looks before it is there), "7".
 */
public class CauseOfOwnClass {
    static class Fail extends RuntimeException {
        final int code;

        Fail(int code) {
            this.code = code;
        }
    }

    static volatile RuntimeException found;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> found = new RuntimeException(new Fail(7)));
        t.start();
        RuntimeException seen = found;
        t.join();
        System.out.println(seen == null ? "none" : "" + ((Fail) seen.getCause()).code);
    }
}
