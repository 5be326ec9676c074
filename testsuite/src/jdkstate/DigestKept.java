import java.io.ByteArrayOutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;

/**
 * A stream keeps the digest that it was made with, and feeds it; the other thread feeds that digest itself. In a JVM what they do to the digest can mix, though
 * they call different objects. The check has a step for each call; it says so, and not that all is complete.
 */
public class DigestKept {
    public static void main(String[] args) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        DigestOutputStream out = new DigestOutputStream(new ByteArrayOutputStream(), digest);
        Thread t = new Thread(() -> digest.update((byte) 2));
        t.start();
        out.write(1);
        t.join();
        System.out.println(digest.digest().length);
    }
}
