package dev.mcr;

/** What rewritten code calls for keys of local states: see {@link Scopes}. */
public final class ScopeHooks {
    private ScopeHooks() {}

    /** A method begins; the number of the call. */
    public static int enter() {
        Control me = Hooks.self();
        if (me == null) {
            return 0;
        }
        int call = me.rounds.call();
        if (Scopes.ON) {
            me.scopes.enter(me, call);
        }
        return call;
    }

    private static Control open() {
        return Scopes.ON ? Hooks.self() : null;
    }

    public static void exitV(int call, int site) {
        exitJ(0, call, site);
    }

    public static void exitI(int v, int call, int site) {
        exitJ(v, call, site);
    }

    public static void exitJ(long v, int call, int site) {
        Control me = open();
        if (me != null) {
            me.scopes.exit(me, call, site, v);
        }
    }

    public static void exitF(float v, int call, int site) {
        exitJ(Float.floatToRawIntBits(v), call, site);
    }

    public static void exitD(double v, int call, int site) {
        exitJ(Double.doubleToRawLongBits(v), call, site);
    }

    public static void exitL(Object v, int call, int site) {
        Control me = open();
        if (me != null) {
            me.scopes.exit(me, call, site, v);
        }
    }

    private static Control maker() {
        Control me = open();
        return me != null && me.open == Control.NONE && me.initialisers.depth == 0 ? me : null;
    }

    /** Code of the program has made an object, of which nobody else knows. */
    public static void made(Object object) {
        Control me = maker();
        if (me != null) {
            Names.isMade(me, object, true);
        }
    }

    /** The same for code of the JDK, which does some things only once in a JVM: so it is not counted what it makes. */
    public static void madeByJdk(Object object) {
        Control me = maker();
        if (me != null) {
            Names.isMade(me, object, false);
        }
    }

    /** The same as {@link LoopHooks#loopEnter} in code whose loops are not looked at for waiting. */
    public static boolean jdkLoop(int call, int site, int head, int last) {
        Control me = open();
        if (me == null || me.initialisers.depth != 0 || me.open != Control.NONE) {
            return false;
        }
        me.scopes.arrive(me, call, site, head, last);
        return me.scopes.collecting;
    }

    private static Control collecting() {
        Control me = Hooks.running;
        return me != null && me.scopes.collecting && me.thread == Thread.currentThread() ? me : null;
    }

    public static void localI(int v) {
        localJ(v);
    }

    public static void localJ(long v) {
        Control me = collecting();
        if (me != null) {
            me.scopes.local(v);
        }
    }

    public static void localF(float v) {
        localJ(Float.floatToRawIntBits(v));
    }

    public static void localD(double v) {
        localJ(Double.doubleToRawLongBits(v));
    }

    public static void localL(Object v) {
        Control me = collecting();
        if (me != null) {
            me.scopes.local(me, v);
        }
    }

    public static void localsEnd() {
        Control me = collecting();
        if (me != null) {
            me.scopes.arrived(me);
        }
    }
}
