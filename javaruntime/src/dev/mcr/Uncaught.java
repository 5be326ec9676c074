package dev.mcr;

/**
 * Exceptions that leave a thread.
 *
 * <p>An exception for which the program has a handler is handled: the handler runs as code of the thread, whose end
 * then is a normal one. Only what arrives at the root of the thread groups, where the JVM prints a stack trace, is what
 * the end of the thread tells.
 *
 * <p>Most programs set handlers before they start threads, or set none. So a thread that ends looks at its handlers
 * without an event until the program has set one for the first time in this JVM; then the exploration begins anew, with
 * such events.
 */
final class Uncaught {
    private Uncaught() {}

    /** The program is about to set a handler. */
    static void handlerSet(Control me) {
        if (me == null) {
            return;
        }
        me.initialiserTells();
        Insights.show(Insights.HANDLERS_CHANGE);
    }

    /** An exception has left a thread; false if the JVM has to deal with it. */
    static boolean left(Control me, Thread thread, Throwable thrown) {
        if (me == null || me.thread != thread) {
            return false;
        }
        if (thrown == Stop.STOP || me.stopping) {
            return true;
        }
        if (thrown instanceof NoClassDefFoundError && String.valueOf(thrown.getMessage()).contains("dev.mcr.")) {
            Native.unsupported("mcr cannot go on, most likely because the stack was full when it was asked for "
                    + "something for the first time: " + thrown);
        }
        try {
            return handled(me, thread, thrown);
        } catch (Stop stop) {
            throw stop;
        } catch (Error e) {
            Native.unsupported("a mistake in mcr itself: " + e + " at the end of a thread by " + thrown);
            return true;
        }
    }

    private static boolean handled(Control me, Thread thread, Throwable thrown) {
        me.open = Control.NONE;
        CallMonitors.settle(me);
        me.uncaught = thrown;
        if (Insights.has(Insights.HANDLERS_CHANGE)) {
            Versions.observe(me, thread);
        }
        Thread.UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
        if (handler == thread.getThreadGroup() && isPlain(thread.getThreadGroup()) && hasNoDefault(me)) {
            return reported(me, thrown);
        }
        try {
            handler.uncaughtException(thread, thrown);
        } catch (Throwable ignored) {
            // As the JVM does with what a handler throws.
        } finally {
            me.knowsDefaultHandler = false;
        }
        return true;
    }

    /** Reads the default handler, as the JDK does once when nobody else has handled an exception. */
    private static boolean hasNoDefault(Control me) {
        if (!me.knowsDefaultHandler) {
            if (Insights.has(Insights.HANDLERS_CHANGE)) {
                JdkStatics.DEFAULT_HANDLER.read(me, me.place());
            }
            me.knowsDefaultHandler = true;
        }
        return JdkStatics.DEFAULT_HANDLER.get() == null;
    }

    /** The default handler is asked for; whether the thread does so for an exception, and knows it. */
    static boolean knowsDefaultHandler(Control me) {
        boolean known = me != null && me.knowsDefaultHandler;
        if (known) {
            me.knowsDefaultHandler = false;
        }
        return known;
    }

    /** A group is asked to handle an exception; true if it was the last one to ask, and nobody has handled it. */
    static boolean inGroup(Control me, ThreadGroup group, Thread thread, Throwable thrown) {
        if (me == null || me.thread != thread || me.uncaught != thrown || group.getParent() != null
                || !hasNoDefault(me)) {
            return false;
        }
        me.knowsDefaultHandler = false;
        return reported(me, thrown);
    }

    /** Whether no group up to the root has an idea of its own of what to do with uncaught exceptions. */
    private static boolean isPlain(ThreadGroup group) {
        for (ThreadGroup g = group; g != null; g = g.getParent()) {
            if (g.getClass() != ThreadGroup.class) {
                return false;
            }
        }
        return true;
    }

    /** Up to JDK 19, a thread that is stopped ends in silence; but the JVM's exit status tells of the main thread. */
    private static boolean isSilent(Control me, Throwable thrown) {
        return thrown.getClass().getName().equals("java.lang.ThreadDeath") && Runtime.version().feature() < 20
                && me.id != 0;
    }

    private static boolean reported(Control me, Throwable thrown) {
        if (isSilent(me, thrown)) {
            return true;
        }
        try {
            report(me, thrown);
        } catch (Error e) {
            Native.unsupported("a mistake in mcr itself: " + e + " when it was to report "
                    + thrown.getClass().getName());
        }
        return true;
    }

    /** What the end of this thread is to tell. */
    private static void report(Control me, Throwable thrown) {
        Control unseen = Hooks.suspend();
        StackTraceElement[] frames;
        try {
            frames = thrown.getStackTrace();
        } finally {
            Hooks.resume(unseen);
        }
        String[] stack = new String[frames.length];
        for (int i = 0; i < frames.length; i++) {
            StackTraceElement frame = frames[i];
            String file = frame.getFileName() == null ? "Unknown Source"
                    : frame.getLineNumber() > 0 ? frame.getFileName() + ":" + frame.getLineNumber()
                    : frame.getFileName();
            stack[i] = frame.getClassName() + "." + frame.getMethodName() + "(" + file + ")";
        }
        String message = message(thrown);
        Native.uncaught(me.id, thrown.getClass().getName(), message, stack, thrown instanceof AssertionError);
    }

    /** What an exception says; one that failed initialisation only wraps, what it wraps. */
    private static String message(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            Throwable cause = thrown instanceof ExceptionInInitializerError ? thrown.getCause() : null;
            if (message != null || cause == null) {
                return message;
            }
            String inner = cause.getMessage();
            String text = "caused by " + cause.getClass().getName() + (inner == null ? "" : ": " + inner);
            for (StackTraceElement frame : cause.getStackTrace()) {
                boolean ofJdk = frame.getClassName().startsWith("java.") || frame.getClassName().startsWith("jdk.");
                if (!ofJdk && frame.getLineNumber() > 0) {
                    return text + " at " + frame.getFileName() + ":" + frame.getLineNumber();
                }
            }
            return text;
        } catch (Throwable e) {
            return null;
        }
    }
}
