package dev.mcr;

import java.lang.management.ManagementFactory;

/**
 * Defaults of the JDK that the program sets and code of the JDK reads ({@code policy/defaults.rs}): each is a state as
 * in {@link StaticStates}, which that code looks at, too.
 *
 * <p>Most programs set them before they have threads, if at all. So that code looks only once the program has set the
 * default while it had several threads; then the exploration begins anew.
 */
final class Defaults {
    private Defaults() {}

    static final String MEMORY_VERBOSE = "MemoryMXBean.verbose", LOADING_VERBOSE = "ClassLoadingMXBean.verbose",
            ASSERTIONS = "assertion status of classes", LOGGER_NAMES = "names of loggers",
            RECORD_NUMBERS = "numbers of log records";

    /** Over all executions: the locations of defaults that are set while there are several threads. */
    private static final LongSet CHANGED = new LongSet();

    /** What the JVM was told when it started, where the program has changed it. */
    private static Boolean memoryVerbose;
    private static Boolean loadingVerbose;

    /** That a default is set is known before it shows. */
    static void isToChange(long location) {
        CHANGED.add(location);
    }

    /** Puts back what the JVM itself keeps. */
    static void reset() {
        if (memoryVerbose != null) {
            ManagementFactory.getMemoryMXBean().setVerbose(memoryVerbose);
        }
        if (loadingVerbose != null) {
            ManagementFactory.getClassLoadingMXBean().setVerbose(loadingVerbose);
        }
    }

    /** Code of the JDK is about to read a default. Whether the program sets it at all while it has several threads. */
    static boolean look(String state) {
        if (!isTracked(state)) {
            return false;
        }
        Control me = Hooks.self();
        if (me == null) {
            LoaderCode.uses(Versions.ofState(state), false);
        }
        if (me == null || me.open != Control.NONE || Once.runs(me)) {
            return false;
        }
        Versions.look(me, state);
        return true;
    }

    /** The program is about to set the default at this location. */
    static void changes(Control me, long location) {
        if (!Threads.isAlone()) {
            isTold(me, location);
        }
    }

    private static void isTold(Control me, long location) {
        if (!CHANGED.contains(location)) {
            CHANGED.add(location);
            me.initialiserTells();
            Insights.defaultChanges(location);
        }
    }

    /** Code of the JDK is about to set a default, to what the thread has learned. */
    static void set(String state) {
        Control me = Hooks.self();
        if (me == null || me.open != Control.NONE) {
            return;
        }
        me.changes();
        if (state.equals(MEMORY_VERBOSE) && memoryVerbose == null) {
            memoryVerbose = told(() -> ManagementFactory.getMemoryMXBean().isVerbose());
        } else if (state.equals(LOADING_VERBOSE) && loadingVerbose == null) {
            loadingVerbose = told(() -> ManagementFactory.getClassLoadingMXBean().isVerbose());
        }
        long location = Versions.ofState(state);
        changes(me, location);
        if (CHANGED.contains(location)) {
            me.initialiserTells();
            Versions.update(me, state, Hash.mix(me.id, me.history));
        }
    }

    /** The program asks for a state that code of the JDK changes: from now on, it matters that it does. */
    static void isAsked(Control me, String state) {
        changes(me, Versions.ofState(state));
    }

    /** The same for what other threads may have changed before they ended. */
    static void isAskedLater(Control me, String state) {
        isTold(me, Versions.ofState(state));
    }

    /** Whether uses of a state are events. */
    static boolean isTracked(String state) {
        return !CHANGED.isEmpty() && CHANGED.contains(Versions.ofState(state));
    }

    /** Code of the JDK is about to change a state for which the program may have asked. */
    static void happens(String state) {
        if (!isTracked(state)) {
            return;
        }
        Control me = Hooks.self();
        if (me == null) {
            LoaderCode.uses(Versions.ofState(state), true);
        } else if (me.open == Control.NONE && !Once.runs(me)) {
            me.initialiserTells();
            Versions.update(me, state, Hash.mix(me.id, me.history));
        }
    }

    private static boolean told(java.util.function.BooleanSupplier asked) {
        Control me = Hooks.suspend();
        try {
            return asked.getAsBoolean();
        } finally {
            Hooks.resume(me);
        }
    }

    /** Whether there is one object of this class, made for whoever asks first. */
    static boolean isSingle(Class<?> type) {
        switch (type.getName()) {
            case "sun.management.ClassLoadingImpl", "sun.management.CompilationImpl", "sun.management.MemoryImpl",
                    "sun.management.RuntimeImpl", "com.sun.management.internal.HotSpotThreadImpl",
                    "com.sun.management.internal.OperatingSystemImpl":
                return true;
            default:
                return false;
        }
    }
}
