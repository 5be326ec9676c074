package dev.mcr;

import java.lang.reflect.Field;

/**
 * A class that is not rewritten, or inherits from one: what calls of its methods are, found once for each site, and
 * what its objects are parts of.
 */
final class OpaqueClass {
    private static final long REWRITTEN = 1, NOT_REWRITTEN = 2;

    private final Class<?> type;
    /** For each site which of the two the method is that is called there. */
    private final LongMap methods = new LongMap();
    /** Where an object of an inner class of the JDK has the object around it; null if nowhere. */
    private ClassInfo.FieldInfo outer;
    private boolean outerIsKnown;
    private CoarseCalls.Kind kind;

    /** Rewritten code of the JDK mostly asks such objects: of their methods only setters change them. */
    private final boolean isAsked;

    OpaqueClass(Class<?> type) {
        this.type = type;
        boolean asked = false;
        for (Class<?> c = type; c != null && !asked; c = c.getSuperclass()) {
            asked = c == java.util.TimeZone.class || c.getName().equals("java.text.DateFormatSymbols");
        }
        isAsked = asked;
    }

    /** Whether the method that is called at a site changes nothing in an object of this class, {@code info}. */
    boolean isAsked(ClassInfo info, int site) {
        return isAsked && !Native.siteMethod(site).startsWith("set")
                && (info.kind == ClassInfo.OPAQUE || Calls.isInherited(info, site));
    }

    /**
     * Whether the method called at a site, in an object of this class, is one that a rewritten class or interface of
     * the JDK declares: it tells what it does.
     */
    boolean runsRewritten(int site) {
        long known = methods.get(site);
        if (known == 0) {
            known = InheritedMethods.isRewritten(type, Native.called(site)) ? REWRITTEN : NOT_REWRITTEN;
            methods.put(site, known);
        }
        return known == REWRITTEN;
    }

    /** What its calls are when several threads make them. */
    CoarseCalls.Kind kind() {
        if (kind == null) {
            Control me = Hooks.suspend();
            try {
                kind = CoarseCalls.Kind.of(type);
            } finally {
                Hooks.resume(me);
            }
        }
        return kind;
    }

    /** The object of the JDK around a view or an iterator; null if there is none. */
    Object outer(Object object) {
        if (!outerIsKnown) {
            Control me = Hooks.suspend();
            try {
                outer = type.getClassLoader() == null ? findOuter() : null;
            } finally {
                Hooks.resume(me);
            }
            outerIsKnown = true;
        }
        return outer == null ? null : ClassInfo.reference(object, outer);
    }

    private ClassInfo.FieldInfo findOuter() {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (field.isSynthetic() && field.getName().startsWith("this$")) {
                    return ClassInfo.FieldInfo.of(field, 0);
                }
            }
        }
        return null;
    }
}
