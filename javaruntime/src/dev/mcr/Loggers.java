package dev.mcr;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

/**
 * How loggers are set up ({@code java.util.logging}): their levels, filters, handlers and parents, all of them one
 * location. What they write is no event of its own.
 *
 * <p>Who logs looks at that only once the program has changed it for the first time; then the exploration begins anew.
 */
final class Loggers {
    private Loggers() {}

    private static final long STATE = Hash.text(97, "loggers");

    /**
     * Whether calls of objects of this class tell nothing by themselves. Others are objects like any: records, of which
     * the program gets hold, and handlers that put these somewhere.
     */
    static boolean areHarmless(String type) {
        switch (type) {
            case "java.util.logging.LogRecord", "java.util.logging.MemoryHandler", "java.util.logging.StreamHandler",
                    "java.util.logging.FileHandler":
                return false;
            default:
                return type.startsWith("java.util.logging.");
        }
    }

    static boolean isOne(ClassInfo info) {
        return info.type.getName().startsWith("java.util.logging.");
    }

    /** Under TSO and PSO: whether a call may get to a handler, which holds its monitor, and so is a fence. */
    static boolean isFence(Object receiver, int site) {
        if (!(receiver instanceof Logger)) {
            return receiver instanceof Handler;
        }
        String method = Native.siteMethod(site);
        switch (method) {
            case "severe", "warning", "info", "config", "fine", "finer", "finest":
                return isLoggable((Logger) receiver, Level.parse(method.toUpperCase(Locale.ROOT)));
            case "entering", "exiting", "throwing":
                return isLoggable((Logger) receiver, Level.FINER);
            default:
                return method.startsWith("log");
        }
    }

    private static boolean isLoggable(Logger logger, Level level) {
        if (Insights.has(Insights.LOGGERS_CHANGE)) {
            // The thread has not learned it yet.
            return true;
        }
        Control self = Hooks.suspend();
        try {
            return logger.isLoggable(level);
        } finally {
            Hooks.resume(self);
        }
    }

    private static long location() {
        if (Names.isNewLocation(STATE)) {
            Native.labelObject(STATE, "loggers", true);
        }
        return Access.version(STATE);
    }

    /** What a call of a logger or handler by the program changes, or 0. */
    static long called(Control me, Object receiver, int site) {
        String method = Native.siteMethod(site);
        switch (method) {
            case "setLevel", "setFilter", "setUseParentHandlers", "setParent", "setResourceBundle", "setFormatter",
                    "setEncoding", "setErrorManager", "addHandler", "removeHandler", "reset", "readConfiguration",
                    "updateConfiguration":
                if (!Insights.has(Insights.LOGGERS_CHANGE)) {
                    me.initialiserTells();
                    Insights.show(Insights.LOGGERS_CHANGE);
                }
                return location();
            case "getLogger", "getLoggerNames":
                Defaults.isAsked(me, Defaults.LOGGER_NAMES);
                return 0;
            default:
                if (!(receiver instanceof Logger)) {
                    look();
                    return 0;
                }
                for (Handler sink : sinks((Logger) receiver)) {
                    me.initialiserTells();
                    me.collected.touches = true;
                    me.collected.addGiven(sink, Versions.of(me, sink));
                    if (logs(method)) {
                        me.collected.callsInside(sink, PUBLISH);
                    }
                }
                return 0;
        }
    }

    private static final String PUBLISH = "publish(Ljava/util/logging/LogRecord;)V";

    private static boolean logs(String method) {
        return switch (method) {
            case "log", "logp", "logrb", "severe", "warning", "info", "config", "fine", "finer", "finest", "entering",
                    "exiting", "throwing" -> true;
            default -> false;
        };
    }

    /** The handlers of a logger, and of those above it, that put what they get where the program finds it. */
    private static List<Handler> sinks(Logger logger) {
        List<Handler> sinks = new ArrayList<>();
        Control me = Hooks.suspend();
        try {
            Logger asked = logger;
            while (asked != null) {
                for (Handler handler : asked.getHandlers()) {
                    if (Versions.has(handler) && Names.isNamed(handler)) {
                        sinks.add(handler);
                    }
                }
                asked = asked.getUseParentHandlers() ? asked.getParent() : null;
            }
            return sinks;
        } finally {
            Hooks.resume(me);
        }
    }

    /** What is asked of the JDK once a program logs: until then its classes need not be there. */
    private static final class OfJdk {
        static final boolean FORMATS_WITHOUT = !Modifier.isSynchronized(
                Internals.method(StreamHandler.class, "publish", LogRecord.class).getModifiers());
        static final long BEGUN = ClassInfo.UNSAFE.objectFieldOffset(LogManager.class, "initializationDone");
    }

    /**
     * Whether handlers of the JDK format a record before they take their monitor, as they do in some releases: a
     * formatter of the program runs without it then.
     */
    static boolean formatsWithout(Object holder) {
        return holder instanceof StreamHandler && OfJdk.FORMATS_WITHOUT;
    }

    /**
     * A logger is about to be added. Those that the manager itself adds at its start are there for everybody, and it
     * holds a lock meanwhile.
     */
    static void isAdded(Object manager) {
        if (Unseen.mayBeNoted() && hasBegun(manager)) {
            Defaults.happens(Defaults.LOGGER_NAMES);
        }
    }

    /** The names of loggers, or one logger by its name, are asked for. */
    static void namesAreAsked(Object manager) {
        if (Unseen.mayBeNoted() && hasBegun(manager)) {
            Defaults.look(Defaults.LOGGER_NAMES);
        }
    }

    private static boolean hasBegun(Object manager) {
        return ClassInfo.UNSAFE.getBooleanVolatile(manager, OfJdk.BEGUN);
    }

    /** Which one is changed. */
    static long name(Object receiver) {
        String name = receiver instanceof Logger ? ((Logger) receiver).getName() : null;
        return Hash.text(97, name == null ? receiver.getClass().getName() : name);
    }

    /** The calling thread is about to look at how a logger is set up. */
    static void look() {
        if (!Insights.has(Insights.LOGGERS_CHANGE) || !Unseen.mayBeNoted()) {
            return;
        }
        Control me = Hooks.self();
        if (me == null) {
            LoaderCode.uses(location(), false);
        } else if (!Once.runs(me)) {
            int open = me.open;
            me.open = Control.NONE;
            Versions.lookBehind(me, location(), me.place());
            me.open = open;
        }
    }
}
