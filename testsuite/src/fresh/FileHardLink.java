import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file has two names: one thread writes it by the first, which empties it in a first step, the other one reads it by the second.
 *
 * Outcomes: [], [new], [old].
 */
public class FileHardLink {
    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("mcr-hard");
        Path file = Files.writeString(directory.resolve("file"), "old");
        Path second = Files.createLink(directory.resolve("second"), file);
        Thread thread = new Thread(() -> {
            try {
                Files.writeString(file, "new");
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        String read = Files.readString(second);
        thread.join();
        System.out.println("[" + read + "]");
    }
}
