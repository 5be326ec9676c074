import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One thread deletes a symbolic link, the other one asks whether there is anything behind it, and reads it by the name of the file.
 *
 * Outcomes: false text, true text.
 */
public class FileLinkDeleted {
    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("mcr-link");
        Path file = Files.writeString(directory.resolve("file"), "text");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        Thread thread = new Thread(() -> {
            try {
                Files.delete(link);
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        boolean exists = Files.exists(link);
        thread.join();
        System.out.println(exists + " " + Files.readString(file));
    }
}
