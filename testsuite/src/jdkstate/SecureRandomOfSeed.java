import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * A generator of kind "SHA1PRNG" that is given a seed before it has drawn anything has no other: its first numbers are the digest of the digest of the seed, which is what this
 * kind of generator is. One that draws before it is given a seed has begun with one of the JVM's, so its numbers are others.
 *
 * Two threads draw four bytes each from the first one, as a number: "12" or "21".
 */
public class SecureRandomOfSeed {
    static int first, second;

    public static void main(String[] args) throws Exception {
        byte[] seed = {1, 2, 3};
        MessageDigest digest = MessageDigest.getInstance("SHA1");
        ByteBuffer numbers = ByteBuffer.wrap(digest.digest(digest.digest(seed)));
        int one = numbers.getInt(), two = numbers.getInt();
        SecureRandom late = SecureRandom.getInstance("SHA1PRNG");
        late.nextBytes(new byte[1]);
        late.setSeed(seed);
        if (late.nextInt() == one) {
            throw new AssertionError("seeded twice");
        }

        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(seed);
        Thread t = new Thread(() -> first = random.nextInt());
        t.start();
        second = random.nextInt();
        t.join();
        System.out.println(first == one && second == two ? "12" : first == two && second == one ? "21" : "neither");
    }
}
