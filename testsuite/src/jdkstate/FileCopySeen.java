import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A thread copies a file from one name to another, while main looks. The copy is made (1), what is in the first file is
 * read (2), and written (3); others may look between any two of these.
 *
 * "new": there is no other file before. Main finds none before (1), an empty one until (3), then x.
 * "replaced": there is one that contains y, which is deleted first. Main finds y, none, an empty one, or x.
 * "source": main changes the first file from x to z by one write, and then looks at the copy; at the end the copy
 * contains z if that write comes before (2). If it comes after (2), main does not find that there is none: [] x, [x] x.
 * If it comes before: none z, [] z, [z] z.
 */
public class FileCopySeen {
    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("mcr-copy");
        Path first = Files.writeString(directory.resolve("first"), "x");
        Path copy = directory.resolve("copy");
        boolean replaced = args[0].equals("replaced");
        if (replaced) {
            Files.writeString(copy, "y");
        }
        StandardCopyOption[] options = replaced
                ? new StandardCopyOption[] {StandardCopyOption.REPLACE_EXISTING} : new StandardCopyOption[0];
        Thread thread = new Thread(() -> {
            try {
                Files.copy(first, copy, options);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        if (args[0].equals("source")) {
            Files.writeString(first, "z", StandardOpenOption.WRITE);
        }
        String seen = read(copy);
        thread.join();
        System.out.println(args[0].equals("source") ? seen + " " + Files.readString(copy) : seen);
    }

    private static String read(Path file) throws IOException {
        try {
            return "[" + Files.readString(file) + "]";
        } catch (NoSuchFileException e) {
            return "none";
        }
    }
}
