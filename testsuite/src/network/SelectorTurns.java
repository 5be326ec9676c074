import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/**
 * In which order a selector tells what is ready: as it became so, not as it was made. With one thread: what a plain JVM
 * prints on Linux.
 *
 * "written": two pipes that are registered get a byte, the second one first: "ba".
 * "registered": they have one, and are registered then, the second one first: "ba".
 * "left": they have two, are registered, and one is read each time: "abab".
 *
 * With two more threads:
 * "race": each writes to one of the pipes; then main looks: "ab", "ba".
 */
public class SelectorTurns {
    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        Pipe a = Pipe.open();
        Pipe b = Pipe.open();
        switch (args[0]) {
            case "written" -> {
                register(selector, a, "a");
                register(selector, b, "b");
                selector.selectNow();
                write(b, 1);
                write(a, 1);
                System.out.println(ready(selector));
            }
            case "registered" -> {
                write(a, 1);
                write(b, 1);
                register(selector, b, "b");
                register(selector, a, "a");
                System.out.println(ready(selector));
            }
            case "left" -> {
                register(selector, a, "a");
                register(selector, b, "b");
                write(b, 2);
                write(a, 2);
                System.out.println(ready(selector) + ready(selector));
            }
            case "race" -> {
                register(selector, a, "a");
                register(selector, b, "b");
                selector.selectNow();
                Thread first = Par.start(() -> write(a, 1));
                Thread second = Par.start(() -> write(b, 1));
                first.join();
                second.join();
                System.out.println(ready(selector));
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void register(Selector selector, Pipe pipe, String name) throws IOException {
        pipe.source().configureBlocking(false);
        pipe.source().register(selector, SelectionKey.OP_READ, name);
    }

    private static void write(Pipe pipe, int bytes) throws IOException {
        pipe.sink().write(ByteBuffer.allocate(bytes));
    }

    private static String ready(Selector selector) throws IOException {
        StringBuilder told = new StringBuilder();
        selector.select(key -> {
            told.append(key.attachment());
            try {
                ((ReadableByteChannel) key.channel()).read(ByteBuffer.allocate(1));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return told.toString();
    }
}
