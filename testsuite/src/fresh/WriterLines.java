import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Two threads write lines through one writer: the text and the end of the line are two calls, between which the other thread may write. Nothing reaches the
 * file before the writer is closed.
 *
 * Outcomes: a|b|, ab||, b|a|, ba||.
 */
public class WriterLines {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mcr-lines", ".txt");
        BufferedWriter writer = Files.newBufferedWriter(file);
        Thread thread = new Thread(() -> write(writer, "a"));
        thread.start();
        write(writer, "b");
        thread.join();
        writer.close();
        System.out.println(Files.readString(file).replace('\n', '|'));
    }

    static void write(BufferedWriter writer, String text) {
        try {
            writer.write(text);
            writer.newLine();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
