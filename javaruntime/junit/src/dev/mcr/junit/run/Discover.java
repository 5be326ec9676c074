package dev.mcr.junit.run;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells which tests there are on the class path, or what of JUnit is missing there: a line of JSON for each, behind a
 * word that no class prints by chance while it is loaded.
 */
public final class Discover {
    /** Begins the line of a test. */
    static final String TEST = "mcr-test ";
    /** Begins the last line, which says how many tests there are. */
    static final String END = "mcr-end ";
    /** Begins the line that says which parts of JUnit there are. */
    static final String PARTS = "mcr-junit ";

    private Discover() {}

    /**
     * Lists tests.
     *
     * @param arguments pairs: what is asked for, and its value
     */
    public static void main(String[] arguments) {
        Json parts = new Json();
        boolean launcher = part(parts, "launcher", "org.junit.platform.launcher.core.LauncherFactory");
        part(parts, "platform", "org.junit.platform.engine.TestEngine");
        part(parts, "jupiter", "org.junit.jupiter.api.Test");
        part(parts, "engine", "org.junit.jupiter.engine.JupiterTestEngine");
        part(parts, "junit4", "org.junit.runner.Runner");
        part(parts, "vintage", "org.junit.vintage.engine.VintageTestEngine");
        List<String> tests = new ArrayList<>();
        if (launcher) {
            new Listing(arguments, tests).list();
        }
        say(parts, tests);
    }

    /**
     * Prints what there is, a line for each test, and how many they are; then the JVM ends. What classes of the project
     * print while they are loaded is not in the middle of it, nor do they redirect it.
     */
    static void say(Json parts, List<String> tests) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false);
        StringBuilder text = new StringBuilder("\n").append(PARTS).append(parts.done()).append('\n');
        tests.forEach(test -> text.append(TEST).append(test).append('\n'));
        System.out.flush();
        out.print(text.append(END).append(tests.size()).append('\n'));
        out.flush();
        // Whatever the engines or listeners of the project have started.
        Runtime.getRuntime().halt(0);
    }

    /** Says where a class comes from and its version, if it is there. */
    private static boolean part(Json parts, String name, String type) {
        try {
            Class<?> found = Class.forName(type, false, Discover.class.getClassLoader());
            java.security.CodeSource source = found.getProtectionDomain().getCodeSource();
            String version = found.getPackage().getImplementationVersion();
            Json part = new Json();
            part.text("path", source == null ? null : source.getLocation().getPath());
            part.text("version", version);
            parts.object(name, part);
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
