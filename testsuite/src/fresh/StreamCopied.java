import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One thread copies a stream, which locks itself, to a file, the other one reads a byte of it: the first one, or none is left. The copy takes all
 * at once, as it is short.
 *
 * Outcomes: -1 abc, 97 bc.
 *
 * <p>A longer copy takes several steps, so that a stream is copied while another thread reads it is said, and not that all is complete.
 */
public class StreamCopied {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempDirectory("mcr-copied").resolve("file");
        InputStream stream = new BufferedInputStream(new ByteArrayInputStream("abc".getBytes()));
        Thread thread = new Thread(() -> {
            try {
                Files.copy(stream, file);
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        int read = stream.read();
        thread.join();
        System.out.println(read + " " + Files.readString(file));
    }
}
