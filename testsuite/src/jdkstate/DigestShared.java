import java.security.MessageDigest;

/**
 * Two threads feed one digest without a lock. In a JVM their calls can mix, and the digest is then one of neither order; the check has a step for each call
 * and sees the two orders. So it says which object it is and where, and not that it is complete.
 */
public class DigestShared {
    public static void main(String[] args) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        Thread t = new Thread(() -> digest.update((byte) 1));
        t.start();
        digest.update((byte) 2);
        t.join();
        System.out.println(digest.digest().length);
    }
}
