import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A link to one directory is replaced by a link to another, in one step ({@code rename}), while a file below it is read and then written.
 *
 * Outcomes: what was read, and what is in the first and the second file then.
 * a x b: read and written before; a a x: read before, written after; b a x: both after.
 */
public class FileLinkMoved {
    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("mcr-links");
        for (String name : new String[] {"a", "b"}) {
            Files.writeString(Files.createDirectory(directory.resolve(name)).resolve("file"), name);
        }
        Path link = Files.createSymbolicLink(directory.resolve("now"), directory.resolve("a"));
        Path next = Files.createSymbolicLink(directory.resolve("next"), directory.resolve("b"));
        Thread thread = new Thread(() -> {
            try {
                Files.move(next, link, StandardCopyOption.ATOMIC_MOVE);
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        String read = Files.readString(link.resolve("file"));
        Files.writeString(link.resolve("file"), "x");
        thread.join();
        System.out.println(read + " " + Files.readString(directory.resolve("a/file")) + " "
                + Files.readString(directory.resolve("b/file")));
    }
}
