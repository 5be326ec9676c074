import java.util.Random;

/**
 * A thread draws with a bound, of which the first draw of this seed is too great, so that it draws again; another thread draws once. In a JVM the other one can draw in between.
 *
 * With this seed the draws with 31 bits, and whether they are below the bound 2^30 + 1, are: 0 (no), 1 (yes), 2 (no), 3 (yes). So the thread with the bound has
 * drawn 0 and 1 and the other one 2, if it came later: "1 2". If it came first, "1 0". If it came in between, it has 1; the thread with the bound gets 2, which is too
 * great as well, and then 3: "3 1".
 */
public class RandomRefuses {
    static int bounded, other;

    public static void main(String[] args) throws InterruptedException {
        Random random = new Random(42);
        Thread t = new Thread(() -> bounded = random.nextInt((1 << 30) + 1));
        t.start();
        other = random.nextInt();
        t.join();
        Random same = new Random(42);
        String numbers = "";
        for (int i = 0; i < 5; i++) {
            int draw = same.nextInt();
            numbers = draw >>> 1 == bounded ? i + " " + numbers : draw == other ? numbers + i : numbers;
        }
        System.out.println(numbers);
    }
}
