import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that one thread writes and the other one reads: the reader finds what was there, or what was written.
 *
 * Outcomes: [], [new].
 */
public class FileRace {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mcr-race", ".txt");
        Thread writer = new Thread(() -> {
            try {
                Files.writeString(file, "new");
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        String read = Files.readString(file);
        writer.join();
        System.out.println("[" + read + "]");
        Files.delete(file);
    }
}
