import java.util.Random;

/**
 * Two threads draw from one generator. {@code nextInt} draws once, which is a step in a JVM as well: complete, with the two orders. (What {@code nextLong} does is two draws: {@code
 * RandomLongs}.)
 */
public class RandomsShared {
    static int first, second;

    public static void main(String[] args) throws InterruptedException {
        Random same = new Random(1);
        int one = same.nextInt(10), two = same.nextInt(10);
        Random random = new Random(1);
        Thread t = new Thread(() -> first = random.nextInt(10));
        t.start();
        second = random.nextInt(10);
        t.join();
        System.out.println(first == one && second == two ? "12" : first == two && second == one ? "21" : "neither");
    }
}
