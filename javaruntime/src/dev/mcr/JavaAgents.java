package dev.mcr;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * Other agents of this JVM ({@code -javaagent}, {@code Launcher-Agent-Class}). They begin once, before the first
 * execution, and change classes before these are rewritten. Their own classes are those of the launcher's loader, are
 * not rewritten, and keep their state; the program finds the same ones, which is not covered.
 */
final class JavaAgents {
    private JavaAgents() {}

    private static final String OPTION = "-javaagent:";
    /** The loader that the launcher has made for the class path. */
    private static final ClassLoader LAUNCHERS = ClassLoader.getSystemClassLoader();
    private static final Method FIND_LOADED = Internals.method(ClassLoader.class, "findLoadedClass", String.class);
    /** The jars of agents on the command line. */
    private static final List<File> JARS = jars();
    private static final String MOCKITO = ", which cannot be checked; Mockito does that to mock classes: with a file "
            + "mockito-extensions/org.mockito.plugins.MockMaker on the class path that says mock-maker-subclass, it "
            + "makes subclasses instead";
    private static boolean present = !JARS.isEmpty();
    private static volatile boolean programRuns;
    /** Classes of such agents that the program has used, in any execution of this JVM. */
    private static String[] used = {};

    private static List<File> jars() {
        List<File> jars = new ArrayList<>();
        for (String argument : jdk.internal.misc.VM.getRuntimeArguments()) {
            if (argument.startsWith(OPTION)) {
                jars.add(new File(argument.substring(OPTION.length()).split("=", 2)[0]).getAbsoluteFile());
            }
        }
        return jars;
    }

    /** Does what the launcher would do with the manifest of the jar that it was given, as the agent is before it. */
    static void launch() {
        File jar = Launch.jarOfThisJvm();
        Attributes manifest = null;
        if (jar != null) {
            try (JarFile file = new JarFile(jar)) {
                manifest = file.getManifest() == null ? null : file.getManifest().getMainAttributes();
            } catch (IOException e) {
                // It will be said that this is no jar.
            }
        }
        if (manifest == null || manifest.getValue(Attributes.Name.MAIN_CLASS) == null) {
            return;
        }
        open(manifest.getValue("Add-Exports"), "addExportsToAllUnnamed");
        open(manifest.getValue("Add-Opens"), "addOpensToAllUnnamed");
        if (manifest.getValue("Launcher-Agent-Class") != null
                && ModuleLayer.boot().findModule("java.instrument").isPresent()) {
            present = true;
            Class<?> instrument = Internals.type("sun.instrument.InstrumentationImpl");
            Internals.invoke(Internals.method(instrument, "loadAgent", String.class), null, jar.getPath());
        }
    }

    /** Opens packages of modules of the JDK, written as {@code module/package}. */
    private static void open(String packages, String how) {
        if (packages == null) {
            return;
        }
        Class<?> modules = Internals.type("jdk.internal.module.Modules");
        Method add = Internals.method(modules, how, Module.class, String.class);
        for (String named : packages.trim().split("\\s+")) {
            String[] parts = named.split("/", 2);
            Module module = parts.length < 2 ? null : ModuleLayer.boot().findModule(parts[0]).orElse(null);
            if (module != null && module.getPackages().contains(parts[1])) {
                Internals.invoke(add, null, module, parts[1]);
            }
        }
    }

    /**
     * Called by the agent: whether it is another one that makes a loader of the JDK define a class now, in a thread of
     * its own or while a class is loaded.
     */
    static boolean load(ClassLoader loader) {
        return present && Hooks.self() == null;
    }

    /** The class of another agent that the program is to find by this name, or null. */
    static Class<?> find(String name, AppLoader.Source source) throws ClassNotFoundException {
        if (!present) {
            return null;
        }
        Class<?> loaded = loaded(name);
        if (loaded == null && source.isIn(JARS, name)) {
            loaded = LAUNCHERS.loadClass(name);
        }
        return loaded;
    }

    /** The class that such an agent has made the launcher's loader define, or null. */
    static Class<?> loaded(String name) {
        return present ? (Class<?>) Internals.invoke(FIND_LOADED, LAUNCHERS, name) : null;
    }

    /** An execution begins, or has ended. */
    static void programRuns(boolean runs) {
        programRuns = runs;
        if (runs) {
            // A class that stays is not asked for again.
            for (String name : used) {
                tell(name);
            }
        }
    }

    /** An agent that was attached to this JVM is about to begin, in a thread of the JVM. */
    static void attached() {
        if (programRuns) {
            Native.unsupported("an agent is attached to the JVM while the program runs" + MOCKITO);
        }
    }

    /** A thread has classes changed that are there, or from now on; null: it is not the program's. */
    static void classesChange(Control me) {
        if (me != null) {
            Threads.refuse(me,
                    "the program changes classes while it runs (java.lang.instrument.Instrumentation)" + MOCKITO);
        }
    }

    /** The program uses a class of a loader of the JDK. */
    static void used(Class<?> type) {
        boolean ofJdk = type.getModule().isNamed() || type.getPackageName().equals(JavaAgents.class.getPackageName());
        if (present && !ofJdk) {
            used = Copies.of(used, used.length + 1);
            used[used.length - 1] = type.getName();
            tell(type.getName());
        }
    }

    private static void tell(String name) {
        Native.notCovered("a class that another agent has brought (-javaagent, Launcher-Agent-Class): " + name, 0);
    }
}
