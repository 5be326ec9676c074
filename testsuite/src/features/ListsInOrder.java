import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Two threads make files in one directory, each two of them, which is then listed in both ways, and once more where the
 * first names are left out. The order is that of the names, capital letters first, whoever was first. (What the system
 * has is another one, and may depend on the order in which they were made.)
 */
public class ListsInOrder {
    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("lists");
        Files.createFile(directory.resolve("e"));
        Thread other = new Thread(() -> make(directory, "c", "B"));
        other.start();
        make(directory, "b", "a");
        other.join();
        String streamed = stream(directory, "*");
        String listed = String.join(" ", directory.toFile().list());
        System.out.println(streamed + ", " + listed + ", " + stream(directory, "[c-z]"));
    }

    private static void make(Path directory, String... names) {
        try {
            for (String name : names) {
                Files.createFile(directory.resolve(name));
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String stream(Path directory, String glob) throws IOException {
        StringBuilder names = new StringBuilder();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, glob)) {
            for (Path file : files) {
                names.append(names.length() == 0 ? "" : " ").append(file.getFileName());
            }
        }
        return names.toString();
    }
}
