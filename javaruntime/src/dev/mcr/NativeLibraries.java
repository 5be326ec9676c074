package dev.mcr;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;

/**
 * Native libraries of the program. The JVM loads a file for one class loader only, and each execution has its own: it is
 * given a copy, whose static variables are fresh as well. The agent puts it at the place where it always is, and
 * unloads it at the end.
 *
 * <p>Copies are removed at the end of the execution: what has been loaded needs its file no more. Their names say which
 * process has made them, so that what a killed one has left is removed by the next.
 */
final class NativeLibraries {
    private NativeLibraries() {}

    private static final String JDK = System.getProperty("java.home");
    /** The copies of this execution, by the paths of what they are copies of. */
    private static final Map<String, Path> COPIES = new HashMap<>();

    // The JDK loads libraries of its own before it has paths.
    private static final File DIRECTORY = new File(System.getProperty("java.io.tmpdir"));
    private static final String PREFIX = "mcr-library-";
    private static int made;

    /** The file to load in place of this one. */
    static synchronized String fresh(String path) throws IOException {
        if (path.startsWith(JDK)) {
            return path;
        }
        KeptClasses.giveUp("the program loads a native library");
        Path copy = COPIES.get(path);
        if (copy == null) {
            if (made == 0) {
                removeLeft();
            }
            copy = Path.of(DIRECTORY.getPath(),
                    PREFIX + ProcessHandle.current().pid() + "-" + ++made + "-" + Path.of(path).getFileName());
            Files.copy(Path.of(path), copy, StandardCopyOption.REPLACE_EXISTING);
            COPIES.put(path, copy);
            Native.openLibrary(copy.toString());
        }
        return copy.toString();
    }

    /** Copies of processes that are no more. */
    private static void removeLeft() {
        String[] names = DIRECTORY.list();
        for (String name : names == null ? new String[0] : names) {
            if (name.startsWith(PREFIX) && !new File("/proc", name.substring(PREFIX.length()).split("-")[0]).exists()) {
                new File(DIRECTORY, name).delete();
            }
        }
    }

    /** The execution has ended. */
    static synchronized void reset() {
        if (COPIES.isEmpty()) {
            return;
        }
        Native.closeLibraries();
        for (Path copy : COPIES.values()) {
            try {
                Files.deleteIfExists(copy);
            } catch (IOException e) {
                // It stays in the temporary directory.
            }
        }
        COPIES.clear();
    }
}
