import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

/** dump DIRECTORY: writes the classes of java.base. link DIRECTORY [boot]: loads and links all classes below a directory. */
public class Tool {
    public static void main(String[] args) throws Exception {
        if (args[0].equals("dump")) dump(Paths.get(args[1]));
        else link(Paths.get(args[1]), args.length > 2);
    }

    static void dump(Path to) throws IOException {
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
        List<Path> files;
        try (Stream<Path> walk = Files.walk(base)) {
            files = walk.filter(file -> file.toString().endsWith(".class")).collect(Collectors.toList());
        }
        for (Path file : files) {
            Path target = to.resolve(base.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
        }
        System.out.println(files.size());
    }

    static void link(Path directory, boolean boot) throws Exception {
        List<String> names;
        try (Stream<Path> walk = Files.walk(directory)) {
            names = walk.map(file -> directory.relativize(file).toString()).filter(name -> name.endsWith(".class"))
                .filter(name -> !name.endsWith("-info.class") && !name.startsWith("META-INF"))
                .map(name -> name.substring(0, name.length() - 6).replace('/', '.')).sorted().collect(Collectors.toList());
        }
        ClassLoader loader = boot ? null : new URLClassLoader(new URL[] {directory.toUri().toURL()}, Tool.class.getClassLoader());
        int linked = 0, missing = 0, broken = 0;
        for (String name : names) {
            try {
                Class.forName(name, false, loader).getDeclaredMethods();
                linked++;
            } catch (NoClassDefFoundError | ClassNotFoundException e) {
                missing++;
            } catch (Throwable e) {
                broken++;
                System.err.println("broken: " + name + ": " + e);
            }
        }
        System.out.println("linked " + linked + " missing " + missing + " broken " + broken);
    }
}
