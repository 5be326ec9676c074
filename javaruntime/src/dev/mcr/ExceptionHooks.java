package dev.mcr;

import java.io.PrintStream;
import java.io.PrintWriter;

/** What methods of {@code Throwable} call at their start: see {@link Exceptions}. */
public final class ExceptionHooks {
    private ExceptionHooks() {}

    public static void stackSet(Object thrown, StackTraceElement[] frames) {
        Exceptions.stackSet(Hooks.self(), (Throwable) thrown, frames);
    }

    public static void printed(Object thrown) {
        stackAsked(thrown);
        JdkStatics.ERR.read();
    }

    public static void printedTo(Object thrown, PrintStream stream) {
        printed(thrown, stream, PrintStream.class);
    }

    public static void printedTo(Object thrown, PrintWriter writer) {
        printed(thrown, writer, PrintWriter.class);
    }

    /** The stream is locked for as long as that takes, and what the exception says of itself may come of the program. */
    private static void printed(Object thrown, Object stream, Class<?> plain) {
        stackAsked(thrown);
        Control me = Hooks.self();
        if (me == null || stream == null || Output.isUnseen(stream)) {
            return;
        }
        if (!(STREAMS_GIVE_LOCKS && stream.getClass() == plain)) {
            CallMonitors.holdFromHere(me, stream);
        }
        if (Versions.isSharedOpaque(stream)) {
            me.initialiserTells();
            Versions.update(me, Versions.of(me, stream), Hash.mix(TRACE, me.history), me.place());
        }
        CallMonitors.begin(me);
    }

    private static final long TRACE = Hash.text(151, "stack trace");

    /** In some releases plain streams have a lock of their own for this instead of their monitor. */
    private static final boolean STREAMS_GIVE_LOCKS =
            Internals.find("jdk.internal.access.JavaIOPrintStreamAccess") != null;

    public static void stackAsked(Object thrown) {
        Control me = Hooks.self();
        if (me != null) {
            Initialisation.stackAsked(me, (Throwable) thrown);
        }
    }

    /** A stack trace that nobody sees keeps no other thread from being printed. */
    public static boolean isUnseen(Object wrapped) {
        return Hooks.self() != null && Output.isUnseen(Exceptions.stream(wrapped));
    }

    public static Object lock(Object wrapped) {
        return new Object();
    }
}
