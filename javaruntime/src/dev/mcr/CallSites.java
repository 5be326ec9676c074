package dev.mcr;

/**
 * What kind of attention calls of code that is not rewritten need, by the site they are made from: each is looked at
 * once. The names of methods decide; whether they are meant depends on the receiver, which {@link Calls} knows.
 */
final class CallSites {
    private CallSites() {}

    /** What {@link #attention} a call of an object needs. */
    static final byte PLAIN = 1, CLONE = 2, THREAD_ATTRIBUTE = 3, THREAD_LOOK = 4, FLAG_LOOK = 5, PARK = 6,
            EXCEPTION = 7, INVOCATION = 8, THREAD_START = 9, FORMAT = 10, SPREAD = 11, LOADS = 12;

    /** What a static method or a constructor may do with what it is given: see {@link #handing}. */
    static final byte HANDS_ON = 1, DOES_NOT_USE = 2, CONSTRUCTS = 3, ONLY_USES = 4;

    /** By site; 0: not asked yet. */
    private static byte[] attention = new byte[1 << 10];

    private static byte[] handing = new byte[1 << 10];

    private static final byte TAKES_MUTABLE = 1, TAKES_NONE = 2;

    private static byte[] taking = new byte[1 << 10];

    private static String[] called = new String[1 << 10];

    /** Whether what is called there is given something that it may change although other threads cannot see it. */
    static boolean takesMutable(int site) {
        if (site >= taking.length) {
            taking = Copies.of(taking, Copies.lengthFor(site));
        }
        if (taking[site] == 0) {
            taking[site] = hasMutable(Native.called(site)) ? TAKES_MUTABLE : TAKES_NONE;
        }
        return taking[site] == TAKES_MUTABLE;
    }

    private static boolean hasMutable(String called) {
        int end = called.indexOf(')');
        return has(called, "[", end) || has(called, "Ljava/util/", end) || has(called, "Ljava/lang/StringBu", end);
    }

    /** Whether a part of a text begins before a place. */
    private static boolean has(String text, String part, int end) {
        int found = text.indexOf(part);
        return found >= 0 && found < end;
    }

    /** {@link Native#called}. */
    static String called(int site) {
        if (site >= called.length) {
            called = Copies.of(called, Copies.lengthFor(site));
        }
        String known = called[site];
        return known != null ? known : (called[site] = Native.called(site));
    }

    static byte attention(int site) {
        if (site >= attention.length) {
            attention = Copies.of(attention, Copies.lengthFor(site));
        }
        byte known = attention[site];
        return known != 0 ? known : (attention[site] = attentionTo(Native.siteMethod(site)));
    }

    private static byte attentionTo(String method) {
        switch (method) {
            case "clone":
                return CLONE;
            case "getName", "setName", "getPriority", "setPriority", "isDaemon", "toString",
                    "getUncaughtExceptionHandler", "setUncaughtExceptionHandler",
                    "getContextClassLoader", "setContextClassLoader":
                return THREAD_ATTRIBUTE;
            case "park", "parkNanos", "parkUntil", "unpark":
                return PARK;
            case "isInterrupted":
                return FLAG_LOOK;
            case "start":
                return THREAD_START;
            case "invoke", "invokeExact":
                return INVOCATION;
            case "invokeWithArguments", "newInstance":
                return SPREAD;
            case "loadClass":
                return LOADS;
            case "printf", "format":
                return FORMAT;
            case "getState", "isAlive", "threadId", "getId", "isVirtual", "setDaemon", "getThreadGroup":
                // What there is to tell, entry hooks tell.
                return THREAD_LOOK;
            default:
                return Exceptions.isAccess(method) ? EXCEPTION : PLAIN;
        }
    }

    /** Whether a method of {@code Thread} reads or writes what the thread's version stands for. */
    static boolean isThreadAttribute(String method) {
        return attentionTo(method) == THREAD_ATTRIBUTE;
    }

    static byte handing(int site) {
        if (site >= handing.length) {
            handing = Copies.of(handing, Copies.lengthFor(site));
        }
        byte known = handing[site];
        return known != 0 ? known : (handing[site] = handingTo(site));
    }

    private static byte handingTo(int site) {
        if (Native.handsOn(site)) {
            return HANDS_ON;
        }
        if (Native.siteMethod(site).equals("<init>")) {
            return CONSTRUCTS;
        }
        return makesText(site) ? ONLY_USES : DOES_NOT_USE;
    }

    /** Whether the static method that is called there makes a text of what it is given. */
    private static boolean makesText(int site) {
        String method = Native.siteMethod(site);
        return method.equals("format") || method.equals("join");
    }
}
