import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * One thread gives a file a second name and then writes by the first, the other one reads by the second, if there is one.
 *
 * Outcomes: none, [], [new], [old].
 */
public class FileHardLinkMade {
    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("mcr-made");
        Path file = Files.writeString(directory.resolve("file"), "old");
        Path second = directory.resolve("second");
        Thread thread = new Thread(() -> {
            try {
                Files.createLink(second, file);
                Files.writeString(file, "new");
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        String read;
        try {
            read = "[" + Files.readString(second) + "]";
        } catch (NoSuchFileException e) {
            read = "none";
        }
        thread.join();
        System.out.println(read);
    }
}
