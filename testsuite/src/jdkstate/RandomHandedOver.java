import java.math.BigInteger;
import java.util.Random;

/**
 * Two threads hand one generator to code of the JDK, which draws from it once, to make a number.
 *
 * Possible: the first number of this seed goes to the one and the second to the other thread, or the other way round: "12", "21".
 */
public class RandomHandedOver {
    static final Random RANDOM = new Random(3);
    static BigInteger a, b;

    public static void main(String[] args) throws InterruptedException {
        Random same = new Random(3);
        BigInteger first = new BigInteger(20, same);
        BigInteger second = new BigInteger(20, same);
        Thread one = new Thread(() -> a = new BigInteger(20, RANDOM));
        Thread two = new Thread(() -> b = new BigInteger(20, RANDOM));
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(a.equals(first) && b.equals(second) ? "12" : a.equals(second) && b.equals(first) ? "21" : "neither");
    }
}
