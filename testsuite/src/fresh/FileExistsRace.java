import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * The same with {@code java.io}: whether a file exists, which another thread makes, and how long it is once that thread has ended.
 *
 * Outcomes: false 3, true 3.
 */
public class FileExistsRace {
    public static void main(String[] args) throws Exception {
        File directory = File.createTempFile("mcr-exists", ".d");
        directory.delete();
        directory.mkdir();
        File file = new File(directory, "file");
        Thread maker = new Thread(() -> {
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(new byte[] {1, 2, 3});
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        maker.start();
        boolean exists = file.exists();
        maker.join();
        try (RandomAccessFile random = new RandomAccessFile(file, "r")) {
            System.out.println(exists + " " + random.length());
        }
    }
}
