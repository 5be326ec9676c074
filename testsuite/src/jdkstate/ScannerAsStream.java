import java.util.Scanner;
import java.util.Spliterators;
import java.util.stream.StreamSupport;

/**
 * A scanner is an iterator: code of streams calls it as one, while the other thread takes a word from it. There are two
 * words and each thread takes one, so it never matters what comes between the question whether there is one and its
 * taking. Outcomes: either order.
 *
 * <p>What a scanner does is no step in a JVM: that two threads use it at once is said, and not that all is complete.
 */
public class ScannerAsStream {
    static String first, second;

    public static void main(String[] args) throws InterruptedException {
        Scanner words = new Scanner("a b");
        Thread t = new Thread(() -> second = words.next());
        t.start();
        first = StreamSupport.stream(Spliterators.spliteratorUnknownSize(words, 0), false).findFirst().get();
        t.join();
        System.out.println(first + second);
    }
}
