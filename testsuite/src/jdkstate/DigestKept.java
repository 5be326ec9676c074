import java.io.ByteArrayInputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;

/**
 * A stream keeps the digest that it was made with, and feeds it; the other thread feeds that digest itself. In a JVM what they do to the digest can mix, though
 * they call different objects. The check has a step for each call; it says so, and not that all is complete.
 */
public class DigestKept {
    public static void main(String[] args) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        DigestInputStream in = new DigestInputStream(new ByteArrayInputStream(new byte[] {1}), digest);
        Thread t = new Thread(() -> digest.update((byte) 2));
        t.start();
        in.read();
        t.join();
        System.out.println(digest.digest().length);
    }
}
