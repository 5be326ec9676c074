import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Names of temporary files are the same in each execution of a run (and others in another run): a thread reads them in a shared field, so the check would notice a difference.
 * x is 1 if both threads read 0, else 2.
 *
 * Outcomes: 1 true, 2 true.
 */
public class FileNames {
    static int x;
    static String names;
    static boolean seen;

    public static void main(String[] args) throws Exception {
        Path first = Files.createTempFile("mcr-names", ".txt");
        File second = File.createTempFile("mcr-names", ".txt");
        names = first + " " + second;
        Thread other = new Thread(() -> {
            x++;
            seen = names.contains("mcr-names");
        });
        other.start();
        x++;
        other.join();
        System.out.println(x + " " + seen);
        Files.delete(first);
        second.delete();
    }
}
