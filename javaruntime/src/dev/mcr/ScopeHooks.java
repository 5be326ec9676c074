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

    /** The calling thread, if what it does here is a part of its local states. */
    static Control active() {
        Control me = open();
        return me != null && me.open == Control.NONE && me.initialisers.depth == 0 ? me : null;
    }

    /** Code of the program has made an object, of which nobody else knows. */
    public static void made(Object object) {
        Control me = active();
        if (me != null) {
            Names.isMade(me, object, true);
        }
    }

    /** The same for code of the JDK, which does some things only once in a JVM: so it is not counted what it makes. */
    public static void madeByJdk(Object object) {
        Control me = active();
        if (me != null) {
            Names.isMade(me, object, false);
        }
    }
}
