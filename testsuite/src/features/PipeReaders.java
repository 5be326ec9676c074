import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;

/**
 * A thread reads from a pipe, of "bytes" or "chars", into which nobody writes: it waits for ever, and main for it. (The
 * JDK looks again each second.) A deadlock, in each execution.
 */
public class PipeReaders {
    private static int other;

    public static void main(String[] args) throws Exception {
        PipedInputStream in = new PipedInputStream();
        PipedReader chars = new PipedReader();
        PipedOutputStream out = new PipedOutputStream(in);
        PipedWriter writer = new PipedWriter(chars);
        Thread reader = new Thread(() -> other = args[0].equals("bytes") ? read(in) : read(chars));
        reader.start();
        reader.join();
        System.out.println(other + " " + writer + out);
    }

    private static int read(PipedInputStream in) {
        try {
            return in.read();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static int read(PipedReader in) {
        try {
            return in.read();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
