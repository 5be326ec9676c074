package dev.mcr;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Native libraries of the program. The JVM loads a file for one class loader only, and each execution has its own: from the second execution on it is
 * given a copy, whose static variables are fresh as well. The JVM unloads it with the classes.
 */
final class NativeLibraries {
    private NativeLibraries() {}

    private static final String JDK = System.getProperty("java.home");
    private static final Set<String> LOADED = new HashSet<>();
    private static final List<Path> COPIES = new ArrayList<>();
    private static Set<String> now = new HashSet<>();

    /** The file to load in place of this one. */
    static synchronized String fresh(String path) throws IOException {
        if (path.startsWith(JDK) || !now.add(path) || LOADED.add(path)) {
            return path;
        }
        Path copy = Files.createTempFile("mcr-library-", "-" + Path.of(path).getFileName());
        COPIES.add(copy);
        Files.copy(Path.of(path), copy, StandardCopyOption.REPLACE_EXISTING);
        return copy.toString();
    }

    /** What has been loaded needs its file no more. */
    static synchronized void reset() {
        now = new HashSet<>();
        for (Path copy : COPIES) {
            try {
                Files.deleteIfExists(copy);
            } catch (IOException e) {
                // It stays in the temporary directory.
            }
        }
        COPIES.clear();
    }
}
