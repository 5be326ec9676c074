import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Two threads write to a file through one writer, and each flushes it: what each has written is there as a whole, in the one or the other order. Which kind of
 * writer it is, the argument says.
 *
 * Outcomes: ab, ba.
 */
public class WritersShared {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mcr-writers", ".txt");
        Writer writer = switch (args[0]) {
            case "path" -> Files.newBufferedWriter(file);
            case "file" -> new FileWriter(file.toFile());
            case "print" -> new PrintWriter(file.toFile());
            default -> new BufferedWriter(new OutputStreamWriter(new FileOutputStream(file.toFile())));
        };
        Thread thread = new Thread(() -> write(writer, "a"));
        thread.start();
        write(writer, "b");
        thread.join();
        writer.close();
        System.out.println(Files.readString(file));
    }

    static void write(Writer writer, String text) {
        try {
            writer.write(text);
            writer.flush();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
