import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;

/**
 * Pipes with two threads at one end. In the JDK those who wait at one end wake up one another again and again.
 *
 * "bytes": two threads read a byte each of two that main writes at once: "1 2" or "2 1".
 * "chars": the same with characters.
 * "dead": main writes them one after the other, and closes. If the one who was the last to begin to read has ended by
 * then, the second byte is refused, and the other reader finds the end: "1 2", "2 1", "Read end dead 1 -1" or "Read end
 * dead -1 1".
 * "writers": two threads write a byte each into a pipe with room for one; main reads twice. If the one who was the last
 * to begin to write has ended, and there is nothing to read, the second read is refused: "1 2", "2 1", "1 Write end
 * dead" or "2 Write end dead".
 * "never": two threads read, and nobody writes: a deadlock.
 */
public class PipeShared {
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "bytes" -> {
                PipedOutputStream out = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(out);
                read(in::read, () -> out.write(new byte[] {1, 2}));
            }
            case "chars" -> {
                PipedWriter out = new PipedWriter();
                PipedReader in = new PipedReader(out);
                read(in::read, () -> out.write(new char[] {1, 2}));
            }
            case "dead" -> {
                PipedOutputStream out = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(out);
                read(in::read, () -> {
                    out.write(1);
                    try {
                        out.write(2);
                    } catch (IOException e) {
                        System.out.print(e.getMessage() + " ");
                    }
                    out.close();
                });
            }
            case "writers" -> writers();
            case "never" -> {
                PipedInputStream in = new PipedInputStream(new PipedOutputStream());
                read(in::read, () -> { });
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private interface Source {
        int read() throws IOException;
    }

    private static void read(Source source, Par.Body writes) throws Exception {
        int[] got = new int[2];
        Thread first = Par.start(() -> got[0] = source.read());
        Thread second = Par.start(() -> got[1] = source.read());
        writes.run();
        first.join();
        second.join();
        System.out.println(got[0] + " " + got[1]);
    }

    private static void writers() throws Exception {
        PipedInputStream in = new PipedInputStream(1);
        PipedOutputStream out = new PipedOutputStream(in);
        Thread first = Par.start(() -> out.write(1));
        Thread second = Par.start(() -> out.write(2));
        System.out.print(in.read() + " ");
        try {
            System.out.println(in.read());
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        first.join();
        second.join();
    }
}
