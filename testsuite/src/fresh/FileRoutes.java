import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.FileTime;

/**
 * Files by other routes: a thread deletes a file relative to an open directory and sets the time of another one; main looks at the time, and then lists the
 * directory.
 *
 * <p>The thread deletes first, so the new time is seen only where the file is gone. Outcomes: old 2, old 1, new 1.
 */
public class FileRoutes {
    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("mcr-routes");
        Path first = Files.createFile(directory.resolve("first"));
        Path second = Files.createFile(directory.resolve("second"));
        Files.setLastModifiedTime(second, FileTime.fromMillis(1000));
        Thread worker = new Thread(() -> {
            try (DirectoryStream<Path> open = Files.newDirectoryStream(directory)) {
                ((SecureDirectoryStream<Path>) open).deleteFile(first.getFileName());
                Files.setLastModifiedTime(second, FileTime.fromMillis(2000));
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        worker.start();
        long time = Files.getLastModifiedTime(second).toMillis();
        int count = 0;
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(directory)) {
            for (Path file : inside) {
                count++;
            }
        }
        worker.join();
        System.out.println((time == 1000 ? "old " : "new ") + count);
    }
}
