import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.PBEParameterSpec;

/**
 * A cipher that is given a generator draws its salt and its initial vector, in an order of its own; another thread draws
 * a number before, between, or after. Where that was is found by a twin of the generator with the same seed.
 */
public class RandomGiven {
    private static final int NUMBER = 4;
    private static final String CIPHER = "PBEWithHmacSHA1AndAES_128";

    private static SecureRandom seeded() throws Exception {
        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(42);
        return random;
    }

    public static void main(String[] arguments) throws Exception {
        SecureRandom random = seeded();
        SecretKey key = SecretKeyFactory.getInstance(CIPHER).generateSecret(new PBEKeySpec("secret".toCharArray()));
        Cipher cipher = Cipher.getInstance(CIPHER);
        Thread other = new Thread(random::nextInt);
        other.start();
        cipher.init(Cipher.ENCRYPT_MODE, key, random);
        other.join();

        byte[] salt = cipher.getParameters().getParameterSpec(PBEParameterSpec.class).getSalt();
        byte[] vector = cipher.getIV();
        byte[] all = new byte[salt.length + vector.length + NUMBER];
        seeded().nextBytes(all);
        int first = Math.min(begin(salt, all), begin(vector, all));
        int last = Math.max(begin(salt, all) + salt.length, begin(vector, all) + vector.length);
        System.out.println(first == NUMBER ? "before" : last == all.length ? "between" : "after");
    }

    private static int begin(byte[] drawn, byte[] all) {
        int begin = 0;
        while (!Arrays.equals(drawn, Arrays.copyOfRange(all, begin, begin + drawn.length))) {
            begin++;
        }
        return begin;
    }
}
