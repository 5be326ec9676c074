/**
 * Two threads give an exception that both have its cause, which works only once; a third one looks.
 *
 * Possible: what main sees is no cause, that of the first or that of the second; the one that is too late gets an
 * {@code IllegalStateException}. Seen early or not, in the end the cause is that of the one that was not too late: so "null a", "null b", "a a", "b b".
 */
public class CauseSetLate {
    static final Exception SHARED = new Exception();

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> set("a"));
        Thread b = new Thread(() -> set("b"));
        a.start();
        b.start();
        Throwable early = SHARED.getCause();
        a.join();
        b.join();
        System.out.println((early == null ? null : early.getMessage()) + " " + SHARED.getCause().getMessage());
    }

    private static void set(String name) {
        try {
            SHARED.initCause(new Exception(name));
        } catch (IllegalStateException e) {
            // The other one was first.
        }
    }
}
