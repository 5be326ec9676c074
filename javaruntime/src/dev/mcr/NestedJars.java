package dev.mcr;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * An executable jar of Spring Boot: its own classes and the jars of its libraries are inside. The loader that it brings
 * is not used, as each execution would run it anew; the class path of the program is what is inside, unpacked.
 *
 * <p>That is in the directory for temporary files under a name that says what it contains, so it is the same for each
 * JVM, and a failure that is replayed finds the same paths. It stays there for the next check.
 */
final class NestedJars {
    private NestedJars() {}

    private static final String LOADER = "org.springframework.boot.loader.";
    private static final String PREFIX = "mcr-nested-";

    /** The main class of the program inside, or null if the jar is none of these. */
    static String mainClass(File jar, Attributes manifest, String launcher) throws Launch.Unusable {
        if (!launcher.startsWith(LOADER)) {
            return null;
        }
        String main = manifest.getValue("Start-Class");
        if (main == null || !launcher.endsWith(".JarLauncher") && !launcher.endsWith(".WarLauncher")) {
            throw new Launch.Unusable("cannot check " + jar + ", which is started by " + launcher
                    + "; start its own main class with -cp");
        }
        return main.trim();
    }

    /** What is inside: the directory of the program's own classes, and the jars. */
    static List<File> unpack(JarFile jar, Attributes manifest, String launcher) throws IOException {
        boolean war = launcher.endsWith(".WarLauncher");
        String classes = value(manifest, "Spring-Boot-Classes", war ? "WEB-INF/classes/" : "BOOT-INF/classes/");
        String libraries = value(manifest, "Spring-Boot-Lib", war ? "WEB-INF/lib/" : "BOOT-INF/lib/");
        String provided = war ? "WEB-INF/lib-provided/" : libraries;
        List<JarEntry> inside = new ArrayList<>();
        List<String> jars = new ArrayList<>();
        long hash = 17;
        for (JarEntry entry : Collections.list(jar.entries())) {
            String name = entry.getName();
            boolean library = (name.startsWith(libraries) || name.startsWith(provided)) && name.endsWith(".jar");
            if (!entry.isDirectory() && (library || name.startsWith(classes))) {
                inside.add(entry);
                hash = Hash.mix(Hash.mix(Hash.text(hash, name), entry.getCrc()), entry.getSize());
                if (library) {
                    jars.add(name);
                }
            }
        }
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        Path directory = temporary.resolve(PREFIX + Long.toHexString(hash));
        if (!Files.exists(directory)) {
            write(jar, inside, temporary, directory);
        }
        if (!Files.getOwner(directory).equals(Files.getOwner(Path.of("/proc/self")))) {
            throw new FileSystemException(directory.toString(), null, "it belongs to somebody else");
        }
        List<File> path = new ArrayList<>();
        path.add(directory.resolve(classes).toFile());
        for (String library : jars) {
            path.add(directory.resolve(library).toFile());
        }
        return path;
    }

    private static String value(Attributes manifest, String key, String otherwise) {
        String value = manifest.getValue(key);
        return value == null ? otherwise : value.trim();
    }

    /** Several JVMs may do so at once: one of them is the first, and the others take what it has made. */
    private static void write(JarFile jar, List<JarEntry> inside, Path temporary, Path to) throws IOException {
        Path made = Files.createTempDirectory(temporary, PREFIX);
        try {
            for (JarEntry entry : inside) {
                Path file = made.resolve(entry.getName()).normalize();
                if (!file.startsWith(made)) {
                    throw new IOException(entry.getName() + " is outside of the jar");
                }
                Files.createDirectories(file.getParent());
                try (InputStream in = jar.getInputStream(entry)) {
                    Files.copy(in, file);
                }
            }
            Files.move(made, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            remove(made);
            if (!Files.isDirectory(to)) {
                throw e;
            }
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.deleteIfExists(file);
            }
        }
    }
}
