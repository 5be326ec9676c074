import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Two threads read lines of a file through one reader: each line goes to one of them.
 *
 * Outcomes: 1 2, 2 1.
 */
public class ReaderShared {
    static String other;

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mcr-reader", ".txt");
        Files.writeString(file, "1\n2\n");
        BufferedReader reader = Files.newBufferedReader(file);
        Thread thread = new Thread(() -> {
            try {
                other = reader.readLine();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        String mine = reader.readLine();
        thread.join();
        reader.close();
        System.out.println(mine + " " + other);
    }
}
