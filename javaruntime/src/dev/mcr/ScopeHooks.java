package dev.mcr;

/**
 * What rewritten code calls where what a thread has learned may be forgotten: at the start and at the returns of a
 * scope, which is one activation of a rewritten method, at heads of loops of the JDK, and where there is a new object.
 * (Heads of loops that may wait for other threads are in {@link LoopHooks}.)
 */
public final class ScopeHooks {
    private ScopeHooks() {}

    /** A scope begins; the number of the call. */
    public static int enter() {
        Control me = Hooks.self();
        return me == null ? 0 : me.rounds.call();
    }

    // A scope returns. Scopes that exceptions have left are not told: their numbers are higher than that of the next to be told.

    public static void exitI(int v, int token, int site) {}

    public static void exitJ(long v, int token, int site) {}

    public static void exitF(float v, int token, int site) {}

    public static void exitD(double v, int token, int site) {}

    public static void exitL(Object v, int token, int site) {}

    public static void exitV(int token, int site) {}

    /** An object is new, and initialised as far as its superclass goes. It is told more than once. */
    public static void made(Object object) {}

    /**
     * A thread comes to the head of a loop in the JDK; whether it is to tell what its locals hold. The loop consists of
     * the instructions from {@code head} to {@code last}; both are -1 where nobody can tell which round it is.
     */
    public static boolean jdkLoop(int token, int site, int head, int last) {
        return false;
    }

    public static void localI(int v) {}

    public static void localJ(long v) {}

    public static void localF(float v) {}

    public static void localD(double v) {}

    public static void localL(Object v) {}

    public static void localsEnd() {}
}
