package dev.mcr;

/**
 * Tells the agent what the program's own code calls, for reports: hooks around each call (the rewriter's {@code
 * told.rs}), which only a JVM has that was asked for calls.
 *
 * <p>Invariant: what happens here is seen by nobody: no object gets a name, no event happens, nothing of the program
 * runs.
 */
public final class CallLog {
    private CallLog() {}

    /** Whether this JVM tells calls. */
    static final boolean ON = Native.tellsCalls();

    /** What the first character of a text for a value says. */
    private static final char CONTENTS = '=', NAMED = '@', UNNAMED = '#';

    /** The thread that is about to call something; nobody else runs until it has done so. */
    private static Control caller;
    private static int site;
    private static long[] bits = new long[16];
    private static Object[] references = new Object[16];
    private static int count;
    private static long resultBits;
    private static Object result;

    /** Objects of this execution that had no name when they were told. */
    private static Object[] unnamed = new Object[64];
    private static int unnamedCount;

    /** A call of a static method or constructor. */
    public static void calls(int at) {
        caller = Hooks.self();
        site = at;
        count = 0;
    }

    public static void calls(Object receiver, int at) {
        calls(at);
        withL(receiver);
    }

    public static void withI(int v) {
        withJ(v);
    }

    public static void withJ(long v) {
        if (caller != null) {
            add(v, null);
        }
    }

    public static void withF(float v) {
        withJ(Float.floatToRawIntBits(v));
    }

    public static void withD(double v) {
        withJ(Double.doubleToRawLongBits(v));
    }

    public static void withL(Object v) {
        if (caller != null) {
            add(0, v);
        }
    }

    private static void add(long number, Object reference) {
        if (count == bits.length) {
            bits = java.util.Arrays.copyOf(bits, count * 2);
            references = Copies.of(references, count * 2);
        }
        bits[count] = number;
        references[count++] = reference;
    }

    /** All arguments have been told. */
    public static void begins() {
        Control me = caller;
        if (me == null) {
            return;
        }
        caller = null;
        if (me.stopping) {
            return;
        }
        Control seen = Hooks.suspend();
        try {
            long[] numbers = new long[count];
            String[] texts = new String[count];
            for (int i = 0; i < count; i++) {
                texts[i] = tell(references[i]);
                numbers[i] = texts[i] == null ? bits[i] : number(references[i], texts[i]);
                references[i] = null;
            }
            Native.callBegins(me.id, site, numbers, texts);
        } finally {
            Hooks.resume(seen);
        }
    }

    public static void givesI(int v) {
        givesJ(v);
    }

    public static void givesJ(long v) {
        resultBits = v;
        result = null;
    }

    public static void givesF(float v) {
        givesJ(Float.floatToRawIntBits(v));
    }

    public static void givesD(double v) {
        givesJ(Double.doubleToRawLongBits(v));
    }

    public static void givesL(Object v) {
        resultBits = 0;
        result = v;
    }

    /** The call at this site has returned what was given before, if it returns anything. */
    public static void returns(int at) {
        Object returned = result;
        result = null;
        Control me = Hooks.self();
        if (me == null || me.stopping) {
            return;
        }
        Control seen = Hooks.suspend();
        try {
            String text = tell(returned);
            Native.callReturns(me.id, at, text == null ? resultBits : number(returned, text), text);
        } finally {
            Hooks.resume(seen);
        }
    }

    /** The execution has ended: objects that have got names meanwhile are told by these. */
    static void ended() {
        long[] names = new long[unnamedCount];
        for (int i = 0; i < unnamedCount; i++) {
            names[i] = Names.given(unnamed[i]);
            unnamed[i] = null;
        }
        unnamedCount = 0;
        Native.callNames(names);
    }

    /** Null of null, and of what is no reference. */
    private static String tell(Object object) {
        if (object == null) {
            return null;
        }
        String contents = ShownValues.of(object);
        if (contents != null) {
            return CONTENTS + contents;
        }
        return (Names.given(object) != 0 ? NAMED : UNNAMED) + ShownValues.type(object);
    }

    /** The name of an object, or which of the unnamed ones it is. */
    private static long number(Object object, String text) {
        switch (text.charAt(0)) {
            case NAMED:
                return Names.given(object);
            case UNNAMED:
                for (int i = unnamedCount - 1; i >= 0 && i >= unnamedCount - 64; i--) {
                    if (unnamed[i] == object) {
                        return i;
                    }
                }
                if (unnamedCount == unnamed.length) {
                    unnamed = Copies.of(unnamed, unnamedCount * 2);
                }
                unnamed[unnamedCount] = object;
                return unnamedCount++;
            default:
                return 0;
        }
    }
}
