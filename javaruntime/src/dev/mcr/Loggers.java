package dev.mcr;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.logging.ConsoleHandler;
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

    private static final String PACKAGE = "java.util.logging.";

    /**
     * Whether calls of objects of this class tell nothing by themselves. Others are objects like any: records, of which
     * the program gets hold, and handlers that put these somewhere.
     */
    static boolean areHarmless(String type) {
        switch (type) {
            case "java.util.logging.LogRecord", "java.util.logging.MemoryHandler", "java.util.logging.StreamHandler",
                    "java.util.logging.FileHandler", "java.util.logging.SocketHandler":
                return false;
            default:
                return type.startsWith(PACKAGE) || isSystemLogger(type);
        }
    }

    /** Loggers as {@code System.getLogger} makes them: they have no state of their own. */
    private static boolean isSystemLogger(String type) {
        return type.startsWith("jdk.internal.logger.") || type.startsWith("sun.util.logging.internal.");
    }

    /** Whether a class is of those that log, or inherits from one. */
    static boolean isOne(Class<?> type) {
        Class<?> c = type;
        while (c != null && c.getClassLoader() != null) {
            c = c.getSuperclass();
        }
        return c != null && (c.getName().startsWith(PACKAGE) || isSystemLogger(c.getName()));
    }

    /**
     * Whether a call works on an argument of it that has a version: of what is given to loggers and the like, that is
     * taken to be true of records alone.
     */
    static boolean uses(CollectedCall call, Object argument) {
        if (!call.logs || call.touches) {
            return true;
        }
        call.touches = argument instanceof LogRecord;
        return call.touches;
    }

    /** Whether a method is one in which the manager of loggers does what it does once, whoever calls it. */
    static boolean begin(String type, String method) {
        return type.equals("java.util.logging.LogManager")
                && (method.equals("ensureLogManagerInitialized") || method.equals("initializeGlobalHandlers"));
    }

    /** Under TSO and PSO: whether a call may get to a handler, which holds its monitor, and so is a fence. */
    static boolean isFence(Object receiver, int site) {
        String method = Native.siteMethod(site);
        if (!(receiver instanceof Logger)) {
            return receiver instanceof Handler || receiver instanceof System.Logger && method.equals("log");
        }
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
        if (Labels.isNew(STATE)) {
            Native.labelObject(STATE, "loggers", true);
        }
        return Access.version(STATE);
    }

    /** What a call of a logger, handler or manager by the program changes, or 0. */
    static long called(Control me, Object receiver, int site) {
        String method = Native.siteMethod(site);
        if (changes(method)) {
            return receiver instanceof LogRecord ? 0 : change(me, receiver, method, site);
        }
        switch (method) {
            case "getLogger", "getLoggerNames":
                Defaults.isAsked(me, Defaults.LOGGER_NAMES);
                return 0;
            case "reportError":
                look();
                return 0;
            case "getHandlers":
                namesHandlers((Logger) receiver);
                return 0;
            default:
                if (receiver instanceof LogManager) {
                    look();
                } else if (receiver instanceof Logger) {
                    usesHandlers(me, (Logger) receiver, method);
                } else if (receiver instanceof System.Logger && method.equals("log")) {
                    usesHandlers(me, behind((System.Logger) receiver), method);
                }
                return 0;
        }
    }

    private static boolean changes(String method) {
        return switch (method) {
            case "setLevel", "setFilter", "setUseParentHandlers", "setParent", "setResourceBundle", "setFormatter",
                    "setEncoding", "setErrorManager", "addHandler", "removeHandler" -> true;
            default -> changesAll(method);
        };
    }

    /** Whether a method changes all loggers. */
    private static boolean changesAll(String method) {
        return switch (method) {
            case "reset", "readConfiguration", "updateConfiguration" -> true;
            default -> false;
        };
    }

    /** Of loggers below: a change of a level reaches one after the other. */
    private static final long CHILDREN = ClassInfo.UNSAFE.objectFieldOffset(Logger.class, "kids");

    /** Whether a method of this object changes several loggers, one after the other. */
    private static boolean changesSeveral(Object object, String method) {
        boolean below = object instanceof Logger && (method.equals("setLevel") || method.equals("setParent"));
        return changesAll(method) || below && ClassInfo.UNSAFE.getReference(object, CHILDREN) != null;
    }

    private static long change(Control me, Object object, String method, int site) {
        if (!Insights.has(Insights.LOGGERS_CHANGE)) {
            me.initialiserTells();
            Insights.show(Insights.LOGGERS_CHANGE);
        }
        long location = location();
        CoarseCalls.ofState(location, LogManager.class.getName(), !changesSeveral(object, method), site);
        return location;
    }

    /** A method is called by reflection or through a handle, which may be one of this object. */
    static void calledByReflection(Control me, Object object) {
        CollectedCall call = me.collected;
        if (!ClassInfo.of(object.getClass()).logs || object instanceof LogRecord || call.staticState != 0) {
            return;
        }
        String called = CoarseCalls.describe(call.method != null ? call.method : call.invoked, object);
        // Of a handle that was made of others it is not known.
        String method = called == null ? "reset" : called.substring(0, called.indexOf('('));
        if (changes(method)) {
            call.staticState = change(me, object, method, call.site);
            call.hash = Hash.mix(Hash.mix(call.hash, me.history), name(me, object));
        }
    }

    /** The logger to which another one hands on what it is given; or else the nearest one above that. */
    private static Logger behind(System.Logger logger) {
        Control me = Hooks.suspend();
        try {
            String name = logger.getName();
            Logger found = LogManager.getLogManager().getLogger(name);
            while (found == null && !name.isEmpty()) {
                name = name.substring(0, Math.max(name.lastIndexOf('.'), 0));
                found = LogManager.getLogManager().getLogger(name);
            }
            return found;
        } finally {
            Hooks.resume(me);
        }
    }

    /**
     * A logger is asked for its handlers. Those that the JDK has made for it are named by their places, whoever gets
     * hold of them first.
     */
    private static void namesHandlers(Logger logger) {
        Handler[] handlers;
        Control me = Hooks.suspend();
        try {
            handlers = logger.getHandlers();
        } finally {
            Hooks.resume(me);
        }
        for (int i = 0; logger.getName() != null && i < handlers.length; i++) {
            if (!Names.isNamed(handlers[i])) {
                Names.part(handlers[i], Hash.notNull(Hash.mix(Hash.text(HANDLER, logger.getName()), i)));
            }
        }
    }

    private static final int HANDLER = 131;

    private static void usesHandlers(Control me, Logger logger, String method) {
        // Of a record it asks the level. What else is done with it nobody sees, or the program does that.
        List<Handler> sinks = sinks(logger);
        // Between two handlers others may come.
        me.collected.use = sinks.isEmpty() ? CoarseCalls.ACCESSED
                : sinks.size() > 1 ? CoarseCalls.SEVERAL : CoarseCalls.GIVEN;
        for (Handler sink : sinks) {
            me.initialiserTells();
            me.collected.touches = true;
            me.collected.addGiven(sink, Versions.of(me, sink));
            if (logs(method)) {
                me.collected.callsInside(sink, PUBLISH);
            }
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
                    if (Versions.has(handler) && Names.isNamed(handler) && showsRecords(handler)) {
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

    /** Whether the program sees what a handler gets. What is written to the console it does not. */
    private static boolean showsRecords(Handler handler) {
        return handler.getClass() != ConsoleHandler.class || isOfProgram(handler.getFormatter())
                || isOfProgram(handler.getFilter()) || isOfProgram(handler.getErrorManager());
    }

    private static boolean isOfProgram(Object part) {
        return part != null && !Loaders.isOfPlatform(part.getClass());
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

    /** Whether there are handlers that do so. */
    static boolean handlersFormatFirst() {
        return Internals.find("java.util.logging.StreamHandler") != null && OfJdk.FORMATS_WITHOUT;
    }

    /**
     * The loggers of this execution. The manager holds them weakly, and the garbage collector is taken never to clear
     * what the program can see.
     */
    private static final List<Logger> KEPT = new ArrayList<>();

    static void reset() {
        KEPT.clear();
    }

    /**
     * A logger is about to be added. Those that the manager itself adds at its start are there for everybody, and it
     * holds a lock meanwhile.
     */
    static void isAdded(Object manager, Logger logger) {
        Control me = Hooks.suspend();
        try {
            KEPT.add(logger);
        } finally {
            Hooks.resume(me);
        }
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

    /** Which one is called. */
    static long name(Control me, Object receiver) {
        if (receiver instanceof Logger) {
            String name = ((Logger) receiver).getName();
            return Hash.text(97, name == null ? receiver.getClass().getName() : name);
        }
        return receiver instanceof Handler ? Names.of(me, receiver) : Hash.text(97, receiver.getClass().getName());
    }

    /**
     * The JDK is about to ask a handler how it is set up. Who changes that holds the handler's monitor: as long as this
     * thread does, nothing changes.
     */
    static void lookAt(Object handler) {
        if (Insights.has(Insights.LOGGERS_CHANGE) && !Thread.holdsLock(handler)) {
            look();
        }
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
            CoarseCalls.ofState(location(), LogManager.class.getName(), true, me.place());
            Versions.lookBehind(me, location(), me.place());
            me.open = open;
        }
    }
}
