package dev.mcr;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import jdk.internal.vm.annotation.Hidden;

/**
 * Methods that code calls of objects without knowing what they are: collections of their elements, string builders of
 * what they append, generic code of the program. They have hooks of their own ({@code agent/src/policy/calls.rs}), as
 * such calls are everywhere, and seldom concern others.
 *
 * <p>One of these is for each class, and says what there is to a call of a method: it is found once.
 */
final class ValueMethods {
    private static final int EQUALS = 0, HASH_CODE = 1, TO_STRING = 2, COMPARE_TO = 3, COMPARE = 4;

    /**
     * What its code is: nothing of its own, an update of the object's version, rewritten code that enters the object's
     * monitor.
     */
    private static final byte PLAIN = 1, OPAQUE = 2, SYNCHRONIZED = 3;

    private static final String[] NAMES = {"equals", "hashCode", "toString", "compareTo", "compare"};
    private static final int[] PARAMETERS = {1, 0, 0, 1, 2};

    /** For each method, or 0: not asked. Null: all are plain. */
    private final byte[] kinds;
    private final ClassInfo info;

    ValueMethods(ClassInfo info) {
        this.info = info;
        boolean plain = info.kind != ClassInfo.OPAQUE && info.kind != ClassInfo.JDK && !info.opaqueSuper;
        kinds = plain ? null : new byte[NAMES.length];
    }

    @Hidden
    static int hash(Object object, int site, boolean byJdk) {
        if (!begins(object, HASH_CODE, null, null, site, byJdk)) {
            return Hooks.running == null ? IdentityHash.unseen(object)
                    : IdentityHash.hashCode(Hooks.self(), object, byJdk);
        }
        int hash = object.hashCode();
        Hooks.afterCall(site);
        return hash;
    }

    @Hidden
    static String text(Object object, int site, boolean byJdk) {
        boolean begins = begins(object, TO_STRING, null, null, site, byJdk);
        String text = object.toString();
        if (begins) {
            Hooks.afterCall(site);
        }
        return text;
    }

    /**
     * {@code String.contentEquals}, whose own code would read the array of a string builder unseen. A buffer is locked
     * all the while, and with other objects of the JDK the call is one step: their text says the same.
     */
    @Hidden
    static boolean contentEquals(String string, CharSequence other, int site, boolean byJdk) {
        if (string == null) {
            throw new NullPointerException(Native.ifNull(site));
        }
        if (Hooks.running == null || other == null) {
            return string.contentEquals(other);
        }
        if (other instanceof StringBuilder) {
            return new StringBuilder(string).compareTo((StringBuilder) other) == 0;
        }
        boolean atOnce = other instanceof StringBuffer || Versions.has(other);
        return atOnce ? string.equals(text(other, site, byJdk)) : string.contentEquals(other);
    }

    @Hidden
    static boolean equal(Object object, Object other, int site, boolean byJdk) {
        boolean begins = begins(object, EQUALS, other, null, site, byJdk);
        boolean equal = object.equals(other);
        if (begins) {
            Hooks.afterCall(site);
        }
        return equal;
    }

    @Hidden
    @SuppressWarnings("unchecked")
    static int order(Object object, Object other, int site, boolean byJdk) {
        boolean begins = begins(object, COMPARE_TO, other, null, site, byJdk);
        int order = ((Comparable<Object>) object).compareTo(other);
        if (begins) {
            Hooks.afterCall(site);
        }
        return order;
    }

    @Hidden
    @SuppressWarnings("unchecked")
    static int order(Object comparator, Object one, Object other, int site, boolean byJdk) {
        boolean begins = begins(comparator, COMPARE, one, other, site, byJdk);
        int order = ((Comparator<Object>) comparator).compare(one, other);
        if (begins) {
            Hooks.afterCall(site);
        }
        return order;
    }

    /** Before a call of such a method: whether the hook after it is due. */
    @Hidden
    private static boolean begins(Object object, int method, Object first, Object second, int site, boolean byJdk) {
        if (object == null) {
            throw new NullPointerException(Native.ifNull(site));
        }
        if (Hooks.running == null) {
            return false;
        }
        ClassInfo info = ClassInfo.of(object.getClass());
        ValueMethods methods = info.values;
        if (methods.kinds == null || methods.kind(method) == PLAIN) {
            return false;
        }
        Control me = Hooks.self();
        if (me == null || site == 0 || byJdk && me.open != Control.NONE) {
            return false;
        }
        Calls.begun++;
        if (byJdk) {
            beginByJdk(me, info, object, method, first, second, site);
        } else if (methods.kind(method) == SYNCHRONIZED) {
            enter(me, object, site);
        } else {
            collect(me, info, object, method, site);
            end(me, method, first, second);
        }
        return true;
    }

    /** Whether {@code toString} is an update of the object's version. */
    boolean hasOpaqueText() {
        return kinds != null && kind(TO_STRING) == OPAQUE;
    }

    private byte kind(int method) {
        if (kinds[method] == 0) {
            Control me = Hooks.suspend();
            try {
                kinds[method] = find(method);
            } finally {
                Hooks.resume(me);
            }
        }
        return kinds[method];
    }

    private byte find(int method) {
        Class<?>[] parameters = new Class<?>[PARAMETERS[method]];
        java.util.Arrays.fill(parameters, Object.class);
        Method found = Internals.publicMethod(info.type, NAMES[method], parameters);
        if (found == null) {
            return PLAIN;
        }
        Class<?> declaring = found.getDeclaringClass();
        if (declaring == Object.class) {
            // It prints the hash code.
            return method == TO_STRING ? find(HASH_CODE) : PLAIN;
        }
        int declared = ClassInfo.of(declaring).kind;
        if (info.kind == ClassInfo.OPAQUE && declared != ClassInfo.JDK || declared == ClassInfo.OPAQUE) {
            return OPAQUE;
        }
        return info.kind == ClassInfo.JDK && Modifier.isSynchronized(found.getModifiers()) ? SYNCHRONIZED : PLAIN;
    }

    /** Rewritten code of the JDK works on objects that nobody else can reach as well. */
    private static void beginByJdk(Control me, ClassInfo info, Object object, int method, Object first, Object second,
            int site) {
        if (info.values.kind(method) == SYNCHRONIZED) {
            if (Names.isNamed(object)) {
                enter(me, object, site);
            }
            return;
        }
        int callSite = me.callSite;
        if (Names.isNamed(object)) {
            if (!CallEvents.isInside(me, object)) {
                collect(me, info, object, method, site);
                me.open = me.open == Control.CALL ? Control.JDK_CALL : me.open;
                end(me, method, first, second);
            }
        } else if (isShared(me, first)) {
            CallEvents.use(me, first, CoarseCalls.CALLED, Native.siteKey(site), site);
        } else if (isShared(me, second)) {
            CallEvents.use(me, second, CoarseCalls.CALLED, Native.siteKey(site), site);
        }
        // What the program has called stays the place of what JDK code does for it.
        me.callSite = callSite;
    }

    private static boolean isShared(Control me, Object argument) {
        return Names.isNamed(argument) && Versions.has(argument) && !CallEvents.isInside(me, argument);
    }

    /** JDK code keeps its monitors, so the scheduler's is entered first. */
    private static void enter(Control me, Object object, int site) {
        Monitors.enter(me, Names.of(me, object), site);
        me.entered = object;
    }

    private static void collect(Control me, ClassInfo info, Object object, int method, int site) {
        if (method == TO_STRING) {
            // It may be called by String.valueOf, of which the place tells.
            CallMonitors.enterText(me, object, site);
        }
        if (info.kind == ClassInfo.OPAQUE) {
            Calls.begin(me, object, site);
        } else {
            Calls.beginInherited(me, object, site);
        }
        if (method == TO_STRING) {
            me.collected.target = null;
        }
    }

    private static void end(Control me, int method, Object first, Object second) {
        if (me.open == Control.NONE) {
            return;
        }
        if (PARAMETERS[method] > 0) {
            Calls.argument(me, first);
        }
        if (PARAMETERS[method] > 1) {
            Calls.argument(me, second);
        }
        Calls.endArguments(me);
    }
}
