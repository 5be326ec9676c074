package dev.mcr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is put back before an execution, and what is left alone. */
class HeapSnapshotTest {
    static class Registry {
        static final Map<String, String> ENTRIES = new HashMap<>();
        static final ByteArrayInputStream OPEN = new ByteArrayInputStream(new byte[] {1, 2, 3});
        static int count;
    }

    @Test
    void entriesAndFieldsArePutBack() {
        Registry.ENTRIES.put("a", "first");
        HeapSnapshot snapshot = new HeapSnapshot();
        snapshot.add(Registry.class);
        Registry.ENTRIES.put("a", "second");
        Registry.ENTRIES.put("b", "third");
        Registry.count = 7;
        snapshot.restore();
        assertEquals(Map.of("a", "first"), Registry.ENTRIES);
        assertEquals(0, Registry.count);
    }

    /** A file is where it is, whatever a field says; a field that was put back alone would contradict it. */
    @Test
    void whatIsOpenStaysWhereItIs() {
        HeapSnapshot snapshot = new HeapSnapshot();
        snapshot.add(Registry.class);
        assertEquals(1, Registry.OPEN.read());
        snapshot.restore();
        assertEquals(2, Registry.OPEN.read());
    }

    /** The JDK counts how often a file is open: whoever opens it later and closes it must not close it for others. */
    @Test
    void zipFilesStayOpen(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("a.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            out.putNextEntry(new ZipEntry("entry"));
            out.write(5);
        }
        try (ZipFile kept = new ZipFile(file.toFile())) {
            HeapSnapshot snapshot = new HeapSnapshot();
            snapshot.add(Class.forName("java.util.zip.ZipFile$Source"));
            ZipFile later = new ZipFile(file.toFile());
            snapshot.restore();
            later.close();
            assertEquals(5, kept.getInputStream(kept.getEntry("entry")).read());
        }
    }
}
