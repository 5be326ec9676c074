import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;

/**
 * A buffered reader takes the monitor of the reader below it, which the program gave it. A thread reads twice while it
 * holds that monitor.
 *
 * Possible: 97 98 99 (the block first), 98 99 97 (the other thread first).
 */
public class LockedReaderBelow {
    static final StringReader below = new StringReader("abc");
    static final BufferedReader reader = new BufferedReader(below);
    static int first;
    static int second;
    static int other;

    static int read() {
        try {
            return reader.read();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> {
            synchronized (below) {
                first = read();
                second = read();
            }
        }, () -> other = read());
        System.out.println(first + " " + second + " " + other);
    }
}
