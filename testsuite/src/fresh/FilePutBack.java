import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What an execution leaves in files is not there in the next one: neither what it has made nor what it has written to or deleted. (The file with
 * the name of this class is the test's own: it is made in the first place, and stays away in the end, as every execution finds nothing.) x is 1 if both
 * threads read 0, else 2.
 *
 * Outcomes: 1 false false, 2 false false.
 */
public class FilePutBack {
    static int x;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> x++);
        other.start();
        x++;
        other.join();
        Path directory = Path.of(System.getProperty("java.io.tmpdir"), "mcr-FilePutBack");
        Path file = directory.resolve("file");
        boolean before = Files.exists(directory);
        boolean fileBefore = new File(file.toString()).exists();
        Files.createDirectories(directory);
        Files.writeString(file, "text");
        Files.move(file, directory.resolve("moved"));
        Files.writeString(file, "again");
        System.out.println(x + " " + before + " " + fileBefore);
    }
}
