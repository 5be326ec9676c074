import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Two threads use what they share by calls that are several steps in a JVM, because of what they are given or of what is below: a stream is flushed over another one that has a buffer as
 * well; a stream prints that flushes by itself; more is written than a buffer holds; a constructor reads from the stream that it is given; a number is written across the boundaries
 * of memory. The check has a step for each of these calls: it sees the two orders and says of each that there may be more.
 *
 * With an argument the program does as much of it as is one step, and is complete: one thread flushes a stream over one without a buffer ("a") and puts a number where numbers lie; the
 * other prints a short text through a stream that flushes by itself ("b"), and then whether it finds the number. "1" can only come after "a": "ab0", "ab1", "ba0", "ba1", "b0a".
 */
public class StreamsInParts {
    interface Part {
        void run() throws IOException;
    }

    private static void together(Part one, Part other) throws Exception {
        Thread t = new Thread(() -> {
            try {
                one.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        t.start();
        other.run();
        t.join();
    }

    private static byte[] compressed() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new GZIPOutputStream(bytes).close();
        return bytes.toByteArray();
    }

    private static void parts() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputStream below = new BufferedOutputStream(bytes);
        OutputStream flushed = new BufferedOutputStream(below);
        flushed.write('a');
        together(
                () -> flushed.flush(),
                () -> below.write('b'));
        OutputStream belowPrinter = new BufferedOutputStream(new ByteArrayOutputStream());
        PrintStream printer = new PrintStream(belowPrinter, true);
        together(
                () -> printer.print("a"),
                () -> belowPrinter.write('b'));
        ByteArrayOutputStream belowSmall = new ByteArrayOutputStream();
        OutputStream small = new BufferedOutputStream(belowSmall, 4);
        small.write('a');
        together(
                () -> small.write(new byte[5]),
                () -> belowSmall.write('b'));
        ByteArrayInputStream in = new ByteArrayInputStream(compressed());
        together(
                () -> new GZIPInputStream(in),
                () -> in.skip(0));
        ByteBuffer buffer = ByteBuffer.allocate(16);
        together(
                () -> buffer.putInt(1, -1),
                () -> buffer.getInt(1));
    }

    private static String whole() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputStream flushed = new BufferedOutputStream(bytes);
        flushed.write('a');
        PrintStream printer = new PrintStream(bytes, true);
        ByteBuffer buffer = ByteBuffer.allocate(16);
        together(() -> {
            flushed.flush();
            buffer.putInt(4, -1);
        }, () -> {
            printer.print("b");
            bytes.write(buffer.getInt(4) == 0 ? '0' : '1');
        });
        return bytes.toString();
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            parts();
        } else {
            System.out.println(whole());
        }
    }
}
