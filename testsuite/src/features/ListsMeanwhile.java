import java.io.File;
import java.io.IOException;
import java.nio.file.Files;

/**
 * One thread makes a file while another one lists its directory, in which there is one already: it finds both, or one.
 */
public class ListsMeanwhile {
    public static void main(String[] args) throws IOException, InterruptedException {
        File directory = Files.createTempDirectory("lists").toFile();
        new File(directory, "b").createNewFile();
        Thread other = new Thread(() -> {
            try {
                new File(directory, "a").createNewFile();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        String listed = String.join(" ", directory.list());
        other.join();
        System.out.println(listed);
    }
}
