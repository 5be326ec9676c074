package dev.mcr;

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
