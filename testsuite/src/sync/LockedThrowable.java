/**
 * A thread adds two exceptions to what another one has suppressed while it holds its monitor, which the methods of
 * exceptions take; main
 * counts them, and asks for the cause, which does not matter but for the monitor.
 *
 * Possible: 0, 2.
 */
public class LockedThrowable {
    public static void main(String[] args) throws InterruptedException {
        Exception shared = new Exception();
        int[] seen = new int[1];
        Par.run(() -> {
            synchronized (shared) {
                shared.addSuppressed(new Exception());
                shared.addSuppressed(new Exception());
            }
        }, () -> seen[0] = shared.getCause() == null ? shared.getSuppressed().length : -1);
        System.out.println(seen[0]);
    }
}
