package dev.mcr;

/** What rewritten code calls at heads of loops that may wait for other threads; see {@link Rounds}. */
public final class LoopHooks {
    private LoopHooks() {}

    /** A method with loops begins that is no scope, as a constructor; the number of the call. */
    public static int loopCall() {
        Control me = Hooks.self();
        return me == null ? 0 : me.rounds.call();
    }

    /**
     * A thread comes to the head of a loop; whether it is to tell what its locals hold. The loop consists of the
     * instructions from {@code head} to {@code last}; both are -1 where the call is no scope, or nobody can tell which
     * round it is.
     */
    public static boolean loopEnter(int call, int site, int head, int last) {
        Control me = Hooks.self();
        if (me == null || me.initialisers.depth != 0) {
            return false;
        }
        me.rounds.arrive(call, site);
        return me.rounds.collecting;
    }

    /** The calling thread, if what the locals hold is wanted. */
    private static Rounds wanted() {
        Control me = Hooks.running;
        return me != null && me.rounds.collecting && me.thread == Thread.currentThread() ? me.rounds : null;
    }

    public static void loopI(int v) {
        Rounds rounds = wanted();
        if (rounds != null) {
            rounds.local(v);
        }
    }

    public static void loopJ(long v) {
        Rounds rounds = wanted();
        if (rounds != null) {
            rounds.local(v);
        }
    }

    public static void loopF(float v) {
        Rounds rounds = wanted();
        if (rounds != null) {
            rounds.local(Float.floatToRawIntBits(v));
        }
    }

    public static void loopD(double v) {
        Rounds rounds = wanted();
        if (rounds != null) {
            rounds.local(Double.doubleToRawLongBits(v));
        }
    }

    public static void loopL(Object v) {
        Rounds rounds = wanted();
        if (rounds != null) {
            rounds.local(v);
        }
    }

    public static void loopEnd() {
        Rounds rounds = wanted();
        if (rounds != null) {
            rounds.arrived(Hooks.running);
        }
    }

    /** The call that follows may change something that only this thread can reach. */
    public static void changes() {
        Control me = Hooks.self();
        if (me != null) {
            me.changes();
        }
    }
}
