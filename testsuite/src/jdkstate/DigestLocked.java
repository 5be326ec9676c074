import java.security.MessageDigest;

/**
 * Two threads feed one digest, each under a lock; then main alone asks it. No two calls can happen at once, so that each is a step is no loss: complete. Both bytes
 * have come by then, in either order.
 */
public class DigestLocked {
    public static void main(String[] args) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] ordered = digest.digest(new byte[] {2, 1});
        Object lock = new Object();
        Thread t = new Thread(() -> {
            synchronized (lock) {
                digest.update((byte) 1);
            }
        });
        t.start();
        synchronized (lock) {
            digest.update((byte) 2);
        }
        t.join();
        System.out.println(MessageDigest.isEqual(digest.digest(), ordered));
    }
}
