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
    /** The module that has the main class, or null. */
    final String module;
    /** The source that has it, or null. */
    final SourceFile source;
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

    private Launch(String mainClass, String module, SourceFile source, List<File> classPath, String[] arguments) {
        this.mainClass = mainClass;
        this.module = module;
        this.source = source;
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
        String path = System.getProperty("java.class.path", "");
        if (SourceFile.isLaunchedBy(main) && arguments.length > 0) {
            SourceFile source = new SourceFile(Path.of(arguments[0]), path);
            String[] rest = java.util.Arrays.copyOfRange(arguments, 1, arguments.length);
            return new Launch(source.mainClass(), null, source, entries(path), rest);
        }
        String module = System.getProperty("jdk.module.main");
        if (module != null) {
            // Without a class path there is none, not even the working directory.
            List<File> entries = path.isEmpty() ? new ArrayList<>() : entries(path);
            return new Launch(mainOfModule(module, main), module, null, entries, arguments);
        }
        File jar = jar(main, path);
        if (jar != null) {
            return ofJar(jar, path, arguments);
        }
        return new Launch(main.replace('/', '.'), null, null, entries(path), arguments);
    }

    private static List<File> entries(String path) {
        List<File> entries = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator, -1)) {
            addEntry(entries, new File(entry.isEmpty() ? "." : entry));
        }
        return entries;
    }

    /** The main class: the one that is said behind the module, or the one that the module has. */
    private static String mainOfModule(String name, String said) throws Unusable {
        Module module = ProgramModules.named(name);
        if (module == null) {
            throw new Unusable("the module " + name + " is one of the JDK, whose programs are not checked");
        }
        int slash = said.indexOf('/');
        if (slash >= 0) {
            return said.substring(slash + 1);
        }
        return module.getDescriptor().mainClass().orElseThrow(() -> new Unusable(
                "the module " + name + " has no main class; use -m " + name + "/ and a main class"));
    }

    /**
     * The jar of {@code -jar}, or null: the launcher makes it the class path, behind which the JVM puts the jars of
     * other agents.
     */
    private static File jar(String main, String path) {
        File jar = new File(main);
        boolean isFirst = path.startsWith(main + File.pathSeparator) && jar.isFile();
        return path.equals(main) || isFirst ? jar : null;
    }

    /** The same for this JVM. */
    static File jarOfThisJvm() {
        String main = split(System.getProperty("sun.java.command", ""), commandLine())[0];
        return main.isBlank() ? null : jar(main, System.getProperty("java.class.path", ""));
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

    private static Launch ofJar(File jar, String path, String[] arguments) throws Unusable {
        if (!jar.isFile()) {
            throw new Unusable("cannot find the jar " + jar);
        }
        try (JarFile file = new JarFile(jar)) {
            Attributes manifest = file.getManifest() == null ? null : file.getManifest().getMainAttributes();
            String main = manifest == null ? null : manifest.getValue(Attributes.Name.MAIN_CLASS);
            if (main == null) {
                throw new Unusable(jar + " has no Main-Class in its manifest; use -cp " + jar + " and a main class");
            }
            main = main.trim().replace('/', '.');
            List<File> entries = entries(path);
            String inside = NestedJars.mainClass(jar, manifest, main);
            if (inside != null) {
                entries.addAll(NestedJars.unpack(file, manifest, main));
                main = inside;
            }
            return new Launch(main, null, null, entries, arguments);
        } catch (IOException e) {
            throw new Unusable("cannot read the jar " + jar + ": " + e.getMessage());
        }
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
     * line itself end, as far as they show. The first word may be none of these: the launcher has named a module, or
     * what runs a source file.
     */
    static String[] split(String command, List<String> commandLine) {
        int blank = command.indexOf(' ');
        for (int from = commandLine.size() - 1; from > 0; from--) {
            List<String> tail = commandLine.subList(from, commandLine.size());
            if (String.join(" ", tail).equals(command)) {
                return tail.toArray(new String[0]);
            }
            if (blank > 0 && String.join(" ", tail).equals(command.substring(blank + 1))) {
                List<String> words = new ArrayList<>(tail);
                words.add(0, command.substring(0, blank));
                return words.toArray(new String[0]);
            }
        }
        return command.split(" ", -1);
    }
}
