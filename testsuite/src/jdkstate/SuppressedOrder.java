/**
 * Two threads add to what an exception has suppressed; the order is that of the calls.
 *
 * Possible: "a b", "b a".
 */
public class SuppressedOrder {
    public static void main(String[] args) throws InterruptedException {
        Exception shared = new Exception();
        Thread a = new Thread(() -> shared.addSuppressed(new Exception("a")));
        Thread b = new Thread(() -> shared.addSuppressed(new Exception("b")));
        a.start();
        b.start();
        a.join();
        b.join();
        Throwable[] suppressed = shared.getSuppressed();
        System.out.println(suppressed[0].getMessage() + " " + suppressed[1].getMessage());
    }
}
