import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * A generator of kind "SHA1PRNG" that is given a seed before it has drawn anything has no other: its first numbers are the digest of the digest of the seed, which is what this
 * kind of generator is. One that draws before it is given a seed has begun with one of the JVM's, so its numbers are others.
 *
 * Two threads draw four bytes each from the first one: "12" or "21".
 */
public class SecureRandomOfSeed {
    static final byte[] SEED = {1, 2, 3};
    static final byte[] FIRST = new byte[4], SECOND = new byte[4];

    public static void main(String[] args) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA1");
        byte[] numbers = digest.digest(digest.digest(SEED));
        SecureRandom late = SecureRandom.getInstance("SHA1PRNG");
        late.nextBytes(new byte[1]);
        late.setSeed(SEED);
        byte[] others = new byte[4];
        late.nextBytes(others);
        if (Arrays.equals(others, 0, 4, numbers, 0, 4)) {
            throw new AssertionError("seeded twice");
        }

        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(SEED);
        Thread t = new Thread(() -> random.nextBytes(FIRST));
        t.start();
        random.nextBytes(SECOND);
        t.join();
        boolean inOrder = Arrays.equals(FIRST, 0, 4, numbers, 0, 4) && Arrays.equals(SECOND, 0, 4, numbers, 4, 8);
        boolean inOther = Arrays.equals(SECOND, 0, 4, numbers, 0, 4) && Arrays.equals(FIRST, 0, 4, numbers, 4, 8);
        System.out.println(inOrder ? "12" : inOther ? "21" : "neither");
    }
}
