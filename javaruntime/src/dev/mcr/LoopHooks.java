package dev.mcr;

/** What rewritten code calls at the heads of its loops; see {@link Rounds} and {@link Scopes}. */
public final class LoopHooks {
    private LoopHooks() {}

    /** A method with loops begins; the number of the call. */
    public static int loopCall() {
        Control me = Hooks.self();
        return me == null ? 0 : me.rounds.call();
    }

    /**
     * A thread comes to the head of a loop; whether it is to tell what its locals hold.
     *
     * @param head the number of the instruction, and {@code last} that of the last jump back there; -1 where the call
     * is no scope, or nobody can tell which round it is
     */
    public static boolean loopEnter(int call, int site, int head, int last) {
        Control me = Hooks.self();
        if (me == null || me.initialisers.depth != 0) {
            return false;
        }
        me.scopes.arrive(me, call, site, head, last);
        me.rounds.arrive(call, site);
        return me.rounds.collecting || me.scopes.collecting;
    }

    /** The same in code whose loops are not looked at for waiting. */
    public static boolean jdkLoop(int call, int site, int head, int last) {
        Control me = ScopeHooks.active();
        if (me == null) {
            return false;
        }
        me.scopes.arrive(me, call, site, head, last);
        return me.scopes.collecting;
    }

    /**
     * A thread comes to where loops are left; whether it is to tell what its locals hold.
     *
     * @param index the number of the instruction
     */
    public static boolean loopExit(int call, int site, int index) {
        Control me = ScopeHooks.active();
        if (me == null) {
            return false;
        }
        me.scopes.leave(me, call, site, index, true);
        return me.scopes.collecting;
    }

    /** The same where it is not known what the locals hold. */
    public static void loopLeft(int call, int site, int index) {
        Control me = ScopeHooks.active();
        if (me != null) {
            me.scopes.leave(me, call, site, index, false);
        }
    }

    /** The calling thread, if what the locals hold is wanted. */
    private static Control wanted() {
        Control me = Hooks.running;
        return me != null && (me.rounds.collecting || me.scopes.collecting) && me.thread == Thread.currentThread() ? me
                : null;
    }

    private static void local(long v) {
        Control me = wanted();
        if (me != null) {
            if (me.scopes.collecting) {
                me.scopes.local(v);
            }
            if (me.rounds.collecting) {
                me.rounds.local(v);
            }
        }
    }

    public static void loopI(int v) {
        local(v);
    }

    public static void loopJ(long v) {
        local(v);
    }

    public static void loopF(float v) {
        local(Float.floatToRawIntBits(v));
    }

    public static void loopD(double v) {
        local(Double.doubleToRawLongBits(v));
    }

    public static void loopL(Object v) {
        Control me = wanted();
        if (me != null) {
            if (me.scopes.collecting) {
                me.scopes.local(me, v);
            }
            if (me.rounds.collecting) {
                me.rounds.local(v);
            }
        }
    }

    public static void loopEnd() {
        Control me = wanted();
        if (me != null) {
            boolean waits = me.rounds.collecting && me.rounds.compare(me);
            if (me.scopes.collecting && !waits) {
                me.scopes.arrived(me);
            }
            if (me.rounds.collecting) {
                me.rounds.arrived(me);
            }
        }
    }

    /** The call that follows does more than to look. */
    static void acts() {
        Control me = Hooks.self();
        if (me != null) {
            me.acts();
        }
    }

    /**
     * The call that follows may change this object, which only this thread can reach, or which is no object of its own.
     */
    static void changes(Object changed) {
        Control me = Hooks.self();
        if (me != null) {
            me.changes(changed);
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
