import java.util.Random;

/**
 * Two threads draw a {@code long} each from one generator, which is two draws for each: in a JVM they can mix.
 *
 * Possible: the first two draws are those of one thread, in whichever order the threads come: "12", "21". Or each thread has one of the first two draws, and one of the
 * other two: then both numbers have halves that do not belong together: "mixed".
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
        System.out.println(first == one && second == two ? "12" : first == two && second == one ? "21" : "mixed");
    }
}
