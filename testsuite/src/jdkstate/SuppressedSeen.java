/**
 * A thread adds two exceptions to what another one has suppressed, while main counts them.
 *
 * Possible: 0, 1, 2.
 */
public class SuppressedSeen {
    public static void main(String[] args) throws InterruptedException {
        Exception shared = new Exception();
        Thread t = new Thread(() -> {
            shared.addSuppressed(new Exception());
            shared.addSuppressed(new Exception());
        });
        t.start();
        int seen = shared.getSuppressed().length;
        t.join();
        System.out.println(seen);
    }
}
