package dev.mcr;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Registries, caches and defaults of the JDK, which outlive the program's classes: each execution finds what static
 * fields hold as it was when their class had been initialised (docs/fresh-executions.md). Which classes that concerns,
 * {@code policy/registries.rs} says.
 *
 * <p>Their static initialisers run once in a JVM, in the middle of whatever execution: nobody is to take notice of it.
 * What one initialiser changes in a class that was initialised before belongs to the first state of that class, too.
 */
public final class Registries {
    private Registries() {}

    private static final HeapSnapshot FIRST = new HeapSnapshot();
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /**
     * The thread that runs initialisers, one inside the other, the classes that have been initialised, and what the
     * program has changed before.
     */
    private static Thread initialising;
    private static int depth;
    private static final List<Class<?>> INITIALISED = new ArrayList<>();
    private static BitSet changedBefore = new BitSet();

    /** Before the first execution the JVM has threads of its own at work, so classes only wait here. */
    private static final Set<Class<?>> LOADED = new LinkedHashSet<>();
    private static boolean prepared;

    /** Called by the agent for each class of which the JVM has made use before. */
    static synchronized void loaded(Class<?> type) {
        LOADED.add(type);
    }

    /** Takes the state of the classes that have been initialised before the first execution. */
    static synchronized void prepare() {
        prepared = true;
        uninitialised(type -> {
            if (ClassInfo.UNSAFE.shouldBeInitialized(type)) {
                FIRST.addZero(type);
            } else {
                LOADED.add(type);
            }
        });
        for (Class<?> type : LOADED) {
            if (!ClassInfo.UNSAFE.shouldBeInitialized(type)) {
                FIRST.add(type);
            }
        }
        LOADED.clear();
    }

    /** Puts everything back as it was. */
    static void reset() {
        uninitialised(FIRST::addZero);
        FIRST.restore();
    }

    /** Classes without a static initialiser that have been loaded since the last call. */
    private static void uninitialised(java.util.function.Consumer<Class<?>> then) {
        String names = Native.registries();
        if (names == null) {
            return;
        }
        for (String name : names.split(" ")) {
            try {
                then.accept(Class.forName(name, false, ClassLoader.getPlatformClassLoader()));
            } catch (ClassNotFoundException | LinkageError e) {
                // It was not loaded in the end.
            }
        }
    }

    /** The static field that has kept an object of the program since its class was initialised, or null. */
    static String foreign() {
        return FIRST.foreign();
    }

    public static void initialiserEnter() {
        Unseen.enter();
        if (prepared && initialising == null) {
            initialising = Thread.currentThread();
            changedBefore = FIRST.changed();
        }
        if (initialising == Thread.currentThread()) {
            depth++;
        }
    }

    public static void initialiserExit() {
        if (!prepared) {
            loaded(STACK.getCallerClass());
        } else if (initialising == Thread.currentThread()) {
            INITIALISED.add(STACK.getCallerClass());
            if (--depth == 0) {
                FIRST.accept(changedBefore);
                INITIALISED.forEach(FIRST::add);
                INITIALISED.clear();
                initialising = null;
            }
        }
        Unseen.exit();
    }
}
