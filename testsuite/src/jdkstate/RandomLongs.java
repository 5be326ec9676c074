import java.util.Random;

/**
 * Two threads draw a {@code long} each from one generator, which is two draws: in a JVM they can mix. The check has a step for each call and sees the two orders;
 * it says so, and not that it is complete.
 */
public class RandomLongs {
    static long first, second;

    public static void main(String[] args) throws InterruptedException {
        Random same = new Random(1);
        long one = same.nextLong(), two = same.nextLong();
        Random random = new Random(1);
        Thread t = new Thread(() -> first = random.nextLong());
        t.start();
        second = random.nextLong();
        t.join();
        System.out.println(first == one && second == two ? "12" : first == two && second == one ? "21" : "neither");
    }
}
