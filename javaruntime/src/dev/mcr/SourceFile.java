package dev.mcr;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A program that is started from its source ({@code java Main.java}). It is compiled before the first execution, with
 * the options that the JDK's launcher gives to the compiler. From JDK 22 on other classes may be in source files of
 * their own below the same directory: those that are named are compiled with it, others when they are needed.
 *
 * <p>The compiler is called by reflection: the Java runtime is in the boot loader, which does not know it.
 */
final class SourceFile {
    private static final String LAUNCHER = "jdk.compiler/com.sun.tools.javac.launcher.";
    private static final int SEVERAL_FILES = 22;
    private static final ClassLoader LAUNCHERS = ClassLoader.getSystemClassLoader();

    private final Path file;
    private final List<String> options = new ArrayList<>();
    private final Map<String, byte[]> classes = new HashMap<>();
    /** Where source files of other classes are; null if there are none. */
    private final Path root;
    private final String mainClass;

    /** Whether this JVM was started with the launcher of source files. */
    static boolean isLaunchedBy(String main) {
        return main.startsWith(LAUNCHER);
    }

    SourceFile(Path file, String classPath) throws Launch.Unusable {
        this.file = file;
        if (!Files.isRegularFile(file)) {
            throw new Launch.Unusable("cannot find the source file " + file);
        }
        if (!file.toString().endsWith(".java")) {
            throw new Launch.Unusable("the name of the source file " + file + " does not end with .java");
        }
        chooseOptions(classPath);
        String declared;
        try {
            String[] first = parse();
            declared = first[0].isEmpty() ? first[1] : first[0] + "." + first[1];
            root = Runtime.version().feature() >= SEVERAL_FILES ? root(first[0]) : null;
        } catch (ReflectiveOperationException e) {
            throw new Launch.Unusable("cannot compile " + file + ": this JVM has no compiler (jdk.compiler)");
        }
        if (root != null) {
            options.addAll(List.of("-sourcepath", root.toString(), "-implicit:class"));
        }
        String errors = compile(file);
        if (errors != null) {
            throw new Launch.Unusable("cannot compile " + file + ": " + errors);
        }
        mainClass = declared;
        if (!classes.containsKey(mainClass)) {
            throw new Launch.Unusable("the source file " + file + " declares no class");
        }
    }

    String mainClass() {
        return mainClass;
    }

    /** The first class of the file is the main class, so its directory is that of its package, or there is no root. */
    private Path root(String named) {
        Path directory = file.toAbsolutePath().normalize().getParent();
        Path packages = Path.of(named.replace('.', File.separatorChar));
        if (named.isEmpty()) {
            return directory;
        }
        Path above = directory.resolve("../".repeat(packages.getNameCount())).normalize();
        return directory.endsWith(packages) ? above : null;
    }

    private void chooseOptions(String classPath) {
        options.addAll(List.of("-proc:none", "-nowarn", "-g"));
        if (!classPath.isEmpty()) {
            options.addAll(List.of("-cp", classPath));
        }
        String version = System.getProperty("jdk.internal.javac.source");
        for (String argument : jdk.internal.misc.VM.getRuntimeArguments()) {
            int equal = argument.indexOf('=');
            switch (equal < 0 ? argument : argument.substring(0, equal)) {
                case "--enable-preview" -> {
                    options.add(argument);
                    version = version == null ? String.valueOf(Runtime.version().feature()) : version;
                }
                case "--add-exports", "--add-modules", "--limit-modules", "--patch-module", "--upgrade-module-path",
                        "--module-path" -> {
                    if (!argument.endsWith("=ALL-DEFAULT")) {
                        options.add(argument);
                    }
                }
                default -> { }
            }
        }
        if (version != null) {
            options.addAll(List.of("--source", version));
        }
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name, true, LAUNCHERS);
    }

    /** Package and name of the first class; a name that no class has, if there is none. */
    private String[] parse() throws ReflectiveOperationException {
        Class<?> type = type("javax.tools.JavaCompiler");
        Class<?> listener = type("javax.tools.DiagnosticListener");
        Object compiler = type("javax.tools.ToolProvider").getMethod("getSystemJavaCompiler").invoke(null);
        Object files = type.getMethod("getStandardFileManager", listener, Locale.class, Charset.class).invoke(compiler,
                null, null, null);
        Object sources = type("javax.tools.StandardJavaFileManager").getMethod("getJavaFileObjects", File[].class)
                .invoke(files, (Object) new File[] {file.toFile()});
        Method makeTask = type.getMethod("getTask", Writer.class, type("javax.tools.JavaFileManager"), listener,
                Iterable.class, Iterable.class, Iterable.class);
        Object task = makeTask.invoke(compiler, new StringWriter(), files, null, options, null, sources);
        Class<?> unitType = type("com.sun.source.tree.CompilationUnitTree");
        Class<?> classType = type("com.sun.source.tree.ClassTree");
        Method parse = type("com.sun.source.util.JavacTask").getMethod("parse");
        Object unit = ((Iterable<?>) parse.invoke(task)).iterator().next();
        Object named = unitType.getMethod("getPackageName").invoke(unit);
        String name = "";
        for (Object declared : (List<?>) unitType.getMethod("getTypeDecls").invoke(unit)) {
            if (name.isEmpty() && classType.isInstance(declared)) {
                name = classType.getMethod("getSimpleName").invoke(declared).toString();
            }
        }
        return new String[] {named == null ? "" : named.toString(), name};
    }

    /** Compiles a file; what is wrong with it, or null. */
    private String compile(Path source) {
        StringWriter errors = new StringWriter();
        try {
            Path directory = Files.createTempDirectory("mcr-classes-");
            try {
                List<String> words = new ArrayList<>(options);
                if (root == null) {
                    // Not even what the class path has as sources.
                    words.addAll(List.of("-sourcepath", directory.toString()));
                }
                words.addAll(List.of("-d", directory.toString(), source.toString()));
                Object status = type("com.sun.tools.javac.Main").getMethod("compile", String[].class, PrintWriter.class)
                        .invoke(null, words.toArray(new String[0]), new PrintWriter(errors));
                take(directory);
                return status.equals(0) ? null : errors.toString().strip();
            } finally {
                remove(directory);
            }
        } catch (IOException | ReflectiveOperationException e) {
            return e.toString();
        }
    }

    private void take(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path made : (Iterable<Path>) files::iterator) {
                String path = directory.relativize(made).toString();
                if (path.endsWith(".class")) {
                    String name = path.substring(0, path.length() - ".class".length());
                    classes.putIfAbsent(name.replace(File.separatorChar, '.'), Files.readAllBytes(made));
                }
            }
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path made : (Iterable<Path>) files.sorted(java.util.Comparator.reverseOrder())::iterator) {
                Files.deleteIfExists(made);
            }
        }
    }

    /** The class file of a class that was compiled, or null. */
    byte[] find(String name) {
        return classes.get(name);
    }

    /** The same of a class that is nowhere else, and may be in a source file of its own. */
    byte[] findLate(String name) {
        int nested = name.indexOf('$');
        String outermost = nested < 0 ? name : name.substring(0, nested);
        Path source = root == null ? null : root.resolve(outermost.replace('.', '/') + ".java");
        if (source != null && Files.isRegularFile(source)) {
            compile(source);
        }
        return classes.get(name);
    }

    /** Where its classes come from, as the JDK's launcher says it. */
    CodeSource source() {
        try {
            return new CodeSource(file.toUri().toURL(), (CodeSigner[]) null);
        } catch (MalformedURLException e) {
            return null;
        }
    }
}
