import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that the program changes in some orders only: one thread makes it if it reads 1, which is overwritten soon, and
 * writes what two more reads of another number find to it. Where several JVMs run the program, only one of them may do so.
 *
 * Outcomes: none, if it reads 0 or 2; else the file has what was written, the smaller number first: 00, 01, 02, 11, 12,
 * 22.
 */
public class FileOfSomeOrders {
    static int x;
    static int y;
    static String found = "none";

    public static void main(String[] args) throws Exception {
        Thread file = new Thread(() -> {
            if (x == 1) {
                found = written();
            }
        });
        Thread first = new Thread(() -> {
            x = 1;
            x = 2;
        });
        Thread second = new Thread(() -> {
            y = 1;
            y = 2;
        });
        file.start();
        first.start();
        second.start();
        file.join();
        first.join();
        second.join();
        System.out.print(found);
    }

    private static String written() {
        try {
            Path file = Files.createTempFile("mcr-some", ".txt");
            Files.writeString(file, "" + y);
            Files.writeString(file, Files.readString(file) + y);
            String content = Files.readString(file);
            Files.delete(file);
            return content;
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
