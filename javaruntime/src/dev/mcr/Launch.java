package dev.mcr;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/** What the java command line asks for: main class, class path, arguments. */
final class Launch {
    final String mainClass;
    final List<File> classPath;
    private String[] arguments;

    /** What the program is told in the next execution, in which it may be another one. */
    String[] arguments() {
        byte[] told = Native.newArguments();
        if (told != null) {
            Labels.forget();
            CoarseCalls.forget();
            arguments = words(told);
        }
        return arguments.clone();
    }

    /** Texts, each with a 0 behind it. */
    private static String[] words(byte[] told) {
        List<String> words = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < told.length; i++) {
            if (told[i] == 0) {
                words.add(new String(told, start, i - start, StandardCharsets.UTF_8));
                start = i + 1;
            }
        }
        return words.toArray(new String[0]);
    }

    private Launch(String mainClass, List<File> classPath, String[] arguments) {
        this.mainClass = mainClass;
        this.classPath = classPath;
        this.arguments = arguments;
    }

    /** A command line that cannot be checked; the message is for the user. */
    static final class Unusable extends Exception {
        private static final long serialVersionUID = 1L;

        Unusable(String message) {
            super(message);
        }
    }

    /** Reads the command line of this JVM. */
    static Launch ofThisJvm() throws Unusable {
        String command = System.getProperty("sun.java.command", "");
        if (command.isBlank()) {
            throw new Unusable("no main class or jar on the java command line");
        }
        String[] words = split(command, commandLine());
        String main = words[0];
        String[] arguments = java.util.Arrays.copyOfRange(words, 1, words.length);
        if (System.getProperty("jdk.module.main") != null) {
            throw new Unusable("cannot check a program started as a module or from a source file (" + main
                    + "); use -cp with a main class, or -jar");
        }
        String path = System.getProperty("java.class.path", "");
        // The launcher makes the jar of -jar the class path.
        if (path.equals(main)) {
            return ofJar(new File(main), arguments);
        }
        List<File> entries = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator, -1)) {
            addEntry(entries, new File(entry.isEmpty() ? "." : entry));
        }
        return new Launch(main.replace('/', '.'), entries, arguments);
    }

    /** A class-path entry; {@code dir/*} stands for the jars in dir, but the launcher has expanded that already. */
    private static void addEntry(List<File> entries, File entry) {
        if (!entries.contains(entry)) {
            entries.add(entry);
            if (entry.isFile()) {
                addManifestPath(entries, entry);
            }
        }
    }

    private static void addManifestPath(List<File> entries, File jar) {
        String path;
        try (JarFile file = new JarFile(jar)) {
            path = file.getManifest() == null ? null
                    : file.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        } catch (IOException e) {
            return;
        }
        if (path != null) {
            for (String reference : path.trim().split("\\s+")) {
                try {
                    java.net.URI resolved = jar.toURI().resolve(reference);
                    if ("file".equals(resolved.getScheme())) {
                        addEntry(entries, new File(resolved));
                    }
                } catch (IllegalArgumentException e) {
                    // As the class loaders of the JDK do: an entry that is no URL is passed over.
                }
            }
        }
    }

    private static Launch ofJar(File jar, String[] arguments) throws Unusable {
        if (!jar.isFile()) {
            throw new Unusable("cannot find the jar " + jar);
        }
        String main;
        try (JarFile file = new JarFile(jar)) {
            main = file.getManifest() == null ? null
                    : file.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
        } catch (IOException e) {
            throw new Unusable(jar + " is not a jar: " + e.getMessage());
        }
        if (main == null) {
            throw new Unusable(jar + " has no Main-Class in its manifest; use -cp " + jar + " and a main class");
        }
        List<File> entries = new ArrayList<>();
        addEntry(entries, jar);
        return new Launch(main.trim().replace('/', '.'), entries, arguments);
    }

    private static List<String> commandLine() {
        List<String> words = new ArrayList<>();
        try {
            String all = Files.readString(Path.of("/proc/self/cmdline"), java.nio.charset.Charset.defaultCharset());
            for (String word : all.split("\0", -1)) {
                words.add(word);
            }
            words.remove(words.size() - 1);
        } catch (IOException | RuntimeException e) {
            words.clear();
        }
        return words;
    }

    /**
     * Splits the launcher's command, which joins main class and arguments by blanks, where the words of the command
     * line itself end, as far as they show.
     */
    static String[] split(String command, List<String> commandLine) {
        for (int from = commandLine.size() - 1; from > 0; from--) {
            List<String> tail = commandLine.subList(from, commandLine.size());
            if (String.join(" ", tail).equals(command)) {
                return tail.toArray(new String[0]);
            }
        }
        return command.split(" ", -1);
    }
}
