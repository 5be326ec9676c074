import java.io.ByteArrayOutputStream;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Objects of the JDK as keys, by their identity: where they come to lie in a table of the program follows from their hash codes. Both threads put one of each kind, under a lock; nothing gets
 * lost, and the order shows nowhere. What each read of {@code turn} finds, 0 or 1, makes two behaviours of the first thread.
 */
public class HashesOfJdk {
    static final Map<Object, Integer> SEEN = new HashMap<>();
    static final Map<Object, Integer> IDENTICAL = new IdentityHashMap<>();
    static volatile int turn;

    static synchronized void put(int value) {
        for (Object key : new Object[] {new Exception(), new WeakReference<>(SEEN), new Random(1), Pattern.compile("x"),
            new ByteArrayOutputStream(), Pattern.compile("x").matcher("y")}) {
            SEEN.put(key, value);
            IDENTICAL.put(key, key.hashCode() == System.identityHashCode(key) ? value : 100);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] read = new int[1];
        Thread t = new Thread(() -> {
            read[0] = turn;
            put(1);
        });
        Thread u = new Thread(() -> {
            turn = 1;
            put(2);
        });
        t.start();
        u.start();
        t.join();
        u.join();
        int sum = 0;
        for (int value : SEEN.values()) {
            sum += value;
        }
        for (int value : IDENTICAL.values()) {
            sum += value;
        }
        System.out.println(read[0] + " " + SEEN.size() + " " + IDENTICAL.size() + " " + sum);
    }
}
