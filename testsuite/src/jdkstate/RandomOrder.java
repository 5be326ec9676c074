import java.security.SecureRandom;
import java.util.Random;
import java.util.UUID;

/**
 * Two threads draw random numbers from generators that all threads share: that of {@code Math.random}, that of {@code UUID.randomUUID}, a secure one of the
 * program; and make generators, which get their seeds from one counter. Of each the smaller number goes to the one or to the other thread.
 *
 * Possible: "true" and "false" for each of the four; all sixteen combinations, as nothing orders one draw after another thread's.
 */
public class RandomOrder {
    static final SecureRandom SECURE = new SecureRandom();

    static final class Drawer extends Thread {
        double number;
        UUID id;
        int secure;
        int seeded;

        @Override
        public void run() {
            number = Math.random();
            id = UUID.randomUUID();
            secure = SECURE.nextInt();
            seeded = new Random().nextInt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Drawer a = new Drawer();
        Drawer b = new Drawer();
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println((a.number < b.number) + " " + (a.id.compareTo(b.id) < 0) + " " + (a.secure < b.secure) + " "
                + (a.seeded < b.seeded));
    }
}
