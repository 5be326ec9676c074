import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;

/**
 * Two threads talk through a pipe, which waits and notifies by its own monitor.
 *
 * "bytes": main reads until the end. Possible: 3 and then -1, whoever is first.
 * "full": the pipe has room for one byte, so the writer waits for the reader. Possible: "1 2 -1".
 * "chars": the same for readers and writers. Possible: "a -1".
 * "dead": the writer ends without closing the pipe. Possible: 3, and then the reader finds that its writer is dead: it says
 * "Write end dead" if the thread has ended before the second read looks for the first time, and "Pipe broken" if that
 * read has begun to wait before.
 * "closed": main closes its end. Possible: the writer writes before that ("written") or not ("Pipe closed"); it
 * cannot find that main is dead, as main never reads.
 */
public class PipeOfTwo {
    static String end = "";

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "bytes" -> bytes(new PipedInputStream(2));
            case "full" -> full(new PipedInputStream(1));
            case "chars" -> chars(new PipedReader(1));
            case "dead" -> dead(new PipedInputStream(2));
            default -> closed(new PipedInputStream(2));
        }
    }

    private static void bytes(PipedInputStream in) throws Exception {
        PipedOutputStream out = new PipedOutputStream(in);
        Thread writer = Par.start(() -> {
            out.write(3);
            out.close();
        });
        System.out.println(in.read() + " " + in.read());
        writer.join();
    }

    private static void full(PipedInputStream in) throws Exception {
        PipedOutputStream out = new PipedOutputStream(in);
        Thread writer = Par.start(() -> {
            out.write(1);
            out.write(2);
            out.close();
        });
        System.out.println(in.read() + " " + in.read() + " " + in.read());
        writer.join();
    }

    private static void chars(PipedReader in) throws Exception {
        PipedWriter out = new PipedWriter(in);
        Thread writer = Par.start(() -> {
            out.write('a');
            out.close();
        });
        System.out.println((char) in.read() + " " + in.read());
        writer.join();
    }

    private static void dead(PipedInputStream in) throws Exception {
        PipedOutputStream out = new PipedOutputStream(in);
        Thread writer = Par.start(() -> out.write(3));
        String read = in.read() + " ";
        try {
            read += in.read();
        } catch (IOException e) {
            read += e.getMessage();
        }
        System.out.println(read);
        writer.join();
    }

    private static void closed(PipedInputStream in) throws Exception {
        PipedOutputStream out = new PipedOutputStream(in);
        Thread writer = Par.start(() -> {
            try {
                out.write(3);
                end = "written";
            } catch (IOException e) {
                end = e.getMessage();
            }
        });
        in.close();
        writer.join();
        System.out.println(end);
    }
}
