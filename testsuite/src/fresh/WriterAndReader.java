import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One thread writes to a file through a writer, in two flushed pieces, the other one does so as well and then reads the file.
 *
 * Outcomes: what was read: The pieces of each are in order, and the reader's is there: c, ac, ca, abc,
 * acb, cab; or the other's second piece is not written yet (c, ac, ca).
 */
public class WriterAndReader {
    static String read;

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mcr-pieces", ".txt");
        PrintWriter writer = new PrintWriter(Files.newBufferedWriter(file));
        Thread thread = new Thread(() -> {
            writer.print("a");
            writer.flush();
            writer.print("b");
            writer.flush();
        });
        thread.start();
        writer.print("c");
        writer.flush();
        read = Files.readString(file);
        thread.join();
        System.out.println(read);
    }
}
