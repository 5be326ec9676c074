import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Native code makes a file in a directory that the program has made. Nobody sees that, so the directory cannot be removed at the end of the execution, and the
 * next one would find it: the check ends with a message that names it.
 */
public class FileLeft {
    static native void make(String file);

    static native void remove(String file);

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        Path directory = Path.of(System.getProperty("java.io.tmpdir"), "mcr-FileLeft");
        // What an earlier check has left; the JDK is to know nothing of it.
        remove(directory + "/file");
        remove(directory.toString());
        Files.createDirectory(directory);
        make(directory.resolve("file").toString());
    }
}
