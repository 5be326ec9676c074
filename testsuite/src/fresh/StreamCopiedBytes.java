import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One thread copies a stream, which holds its monitor all the while, to a file; the other one asks the stream how much is left, and then looks whether the file
 * is there. The file is made before the stream is touched.
 *
 * Outcomes: 3 false, 3 true, 0 true.
 */
public class StreamCopiedBytes {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempDirectory("mcr-copied-bytes").resolve("file");
        ByteArrayInputStream stream = new ByteArrayInputStream(new byte[3]);
        Thread thread = new Thread(() -> {
            try {
                Files.copy(stream, file);
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        int left = stream.available();
        boolean exists = Files.exists(file);
        thread.join();
        System.out.println(left + " " + exists);
    }
}
