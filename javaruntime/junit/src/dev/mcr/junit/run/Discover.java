package dev.mcr.junit.run;

/**
 * Tells which tests there are on the class path, or what of JUnit is missing there: a line of JSON for each, behind a
 * word that no class prints by chance while it is loaded.
 */
public final class Discover {
    /** Begins the line of a test. */
    static final String TEST = "mcr-test ";
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
        part(parts, "junit4", "org.junit.runner.Runner");
        System.out.println(PARTS + parts.done());
        if (launcher) {
            new Listing(arguments).print();
        }
        System.out.flush();
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
