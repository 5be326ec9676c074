import java.io.BufferedReader;
import java.io.StringReader;
import java.util.Iterator;

/**
 * The iterator over the lines of a reader reads from the reader, while the other thread reads from it, too. Each takes
 * one line of two. Outcomes: either order.
 *
 * <p>Nothing says that what the iterator does with the reader is one step: that both are used at once is said, and not that all is complete.
 */
public class LinesOfReader {
    static String first, second;

    public static void main(String[] args) throws InterruptedException {
        BufferedReader reader = new BufferedReader(new StringReader("a\nb\n"));
        Iterator<String> lines = reader.lines().iterator();
        Thread t = new Thread(() -> first = lines.next());
        t.start();
        try {
            second = reader.readLine();
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
        t.join();
        System.out.println(first + second);
    }
}
