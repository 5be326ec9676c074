import java.io.CharArrayWriter;

/**
 * A thread appends twice to a writer while it holds the writer's monitor. The methods are not synchronized, but have
 * blocks on the writer's lock,
 * which is the writer itself.
 *
 * Possible: [], [ab]. The text is asked for by a concatenation.
 */
public class LockedWriter {
    static final CharArrayWriter writer = new CharArrayWriter();

    public static void main(String[] args) throws InterruptedException {
        String[] text = new String[1];
        Par.run(() -> {
            synchronized (writer) {
                writer.append("a").append('b');
            }
        }, () -> text[0] = "[" + writer + "]");
        System.out.println(text[0]);
    }
}
