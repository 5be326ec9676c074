import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A directory that is moved takes its files with it, and one that nobody may enter or write can be put back all the same: each execution finds that there
 * is nothing. x is 1 if both threads read 0, else 2.
 *
 * Outcomes: 1 0 2, 2 0 2.
 */
public class FileClosed {
    static int x;

    static long count(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return 0;
        }
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.count();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> x++);
        other.start();
        x++;
        other.join();
        Path first = Path.of(System.getProperty("java.io.tmpdir"), "mcr-FileClosed-1");
        Path second = Path.of(System.getProperty("java.io.tmpdir"), "mcr-FileClosed-2");
        long before = count(first) + count(second);
        Files.createDirectory(first);
        Files.writeString(first.resolve("a"), "a");
        Files.writeString(first.resolve("b"), "b");
        Files.move(first, second);
        long after = count(second);
        Files.setPosixFilePermissions(second.resolve("a"), Set.of());
        Files.setPosixFilePermissions(second, PosixFilePermissions.fromString("---------"));
        System.out.println(x + " " + before + " " + after);
    }
}
