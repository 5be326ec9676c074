package dev.mcr;

import java.io.File;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that are mapped into memory. All such memory is one location: that of each buffer over it, whoever has made the
 * buffer; and whoever uses a file by other means that is mapped in any execution uses that as well.
 *
 * <p>So the order of all uses of mapped memory and of the files behind it is known. What is written there belongs to
 * the file, which is put back at the end of the execution ({@link FilesPutBack}), whatever is still mapped then:
 * nobody uses that any more.
 */
final class MappedFiles {
    private MappedFiles() {}

    private static final String MEMORY = "mapped files";
    private static final String MAPPED = "mapping of ";
    private static final long FILE = ClassInfo.UNSAFE.objectFieldOffset(MappedByteBuffer.class, "fd");

    /** A file is about to be mapped; it is an event from now on. */
    static void map(String path) {
        Control me = Hooks.suspend();
        String name;
        String first;
        try {
            name = new File(path).getCanonicalPath();
            first = FileNames.otherName(name);
        } catch (IOException e) {
            return;
        } finally {
            Hooks.resume(me);
        }
        FileStates.share(Versions.keyOfState(MAPPED + name));
        if (first != null) {
            FileStates.share(Versions.keyOfState(MAPPED + first));
        }
        FileStates.share(Versions.keyOfState(MEMORY));
    }

    /** Something gets another name: the file stays mapped under it, and so do those in a directory. */
    static void rename(String name, String now) {
        if (memoryOf(name) != null || FileStates.isShared(MEMORY) && Files.isDirectory(Path.of(name))) {
            FileStates.share(Versions.keyOfState(MAPPED + now));
        }
    }

    /** What has to do with the memory into which a file is mapped, or one in this place; null if it is not. */
    static String memoryOf(String name) {
        if (!FileStates.isShared(MEMORY)) {
            return null;
        }
        for (int end = name.length(); end > 0; end = name.lastIndexOf('/', end - 1)) {
            if (FileStates.isShared(MAPPED + name.substring(0, end))) {
                return MEMORY;
            }
        }
        return null;
    }

    /** The version of a buffer over such memory; 0 if it is none. (Other buffers in memory are of the same class.) */
    static long versionOf(Object buffer) {
        boolean is = buffer instanceof MappedByteBuffer && ClassInfo.UNSAFE.getReference(buffer, FILE) != null;
        return is ? Versions.ofState(MEMORY) : 0;
    }
}
