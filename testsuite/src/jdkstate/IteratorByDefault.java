import java.util.NoSuchElementException;
import java.util.Scanner;

/**
 * {@code forEachRemaining} of a scanner is a method of the interface {@code Iterator}: it asks and takes, again and
 * again, and the other thread takes a word in between. Of two words it takes the first or the second, or finds none.
 * If it takes the last one after the loop has asked for it, the loop fails: "!".
 *
 * <p>What a scanner does is no step in a JVM: that two threads use it at once is said, and not that all is complete.
 */
public class IteratorByDefault {
    static String taken = "-";
    static String left = "";

    public static void main(String[] args) throws InterruptedException {
        Scanner words = new Scanner("a b");
        Thread t = new Thread(() -> {
            try {
                taken = words.next();
            } catch (NoSuchElementException e) {
                // The loop has taken both.
            }
        });
        t.start();
        try {
            words.forEachRemaining(word -> left += word);
        } catch (NoSuchElementException e) {
            left += "!";
        }
        t.join();
        System.out.println(taken + " " + left);
    }
}
