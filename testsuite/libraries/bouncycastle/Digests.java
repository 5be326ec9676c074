import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Security;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/**
 * A security provider is registered, and two threads get its digest.
 *
 * <p>The first two bytes of the MD5 of nothing are d4 1d.
 *
 * @outcome BC d4 1d BC d4 1d
 */
public class Digests {
    static String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5", "BC");
            byte[] bytes = digest.digest();
            return digest.getProvider().getName() + String.format(" %02x %02x", bytes[0], bytes[1]);
        } catch (NoSuchAlgorithmException | java.security.NoSuchProviderException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Security.addProvider(new BouncyCastleProvider());
        String[] got = new String[2];
        Thread t1 = new Thread(() -> got[0] = digest());
        Thread t2 = new Thread(() -> got[1] = digest());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(got[0] + " " + got[1]);
    }
}
