import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Temporary files and directories of two threads, which leave them. Each execution, and each run, finds none of those
 * before it, and all have different names, which are the same in each execution: a thread reads them in a shared field,
 * so the check would notice a difference.
 *
 * Possible: "0 6 1" and "0 6 2": the last number is 1 if both threads have read 0 before they add 1.
 */
public class Temporary {
    private static final String PREFIX = "mcr-Temporary";

    private static int count;
    private static String[] names = new String[2];

    public static void main(String[] args) throws Exception {
        String[] left = new File(System.getProperty("java.io.tmpdir")).list((where, name) -> name.startsWith(PREFIX));
        Par.run(() -> make(0), () -> make(1));
        Set<String> all = new java.util.HashSet<>(java.util.List.of((names[0] + " " + names[1]).split(" ")));
        System.out.println(left.length + " " + all.size() + " " + count);
    }

    private static void make(int index) throws Exception {
        count = count + 1;
        Path directory = Files.createTempDirectory(PREFIX);
        Files.writeString(directory.resolve("inside"), "text");
        names[index] = Files.createTempFile(PREFIX, ".txt") + " " + File.createTempFile(PREFIX, null) + " " + directory;
    }
}
