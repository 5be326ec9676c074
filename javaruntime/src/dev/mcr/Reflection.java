package dev.mcr;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** Accesses through {@code java.lang.reflect.Field}: the same locations as by instruction. */
final class Reflection {
    private Reflection() {}

    static void argument(Control me, long bits) {
        argument(me, (Object) bits);
    }

    /** The object comes first, then the value; a primitive value as its bits. */
    static void argument(Control me, Object value) {
        if (me.reflectedArguments++ == 0) {
            me.reflectedTarget = value;
        } else {
            me.reflectedValue = value;
        }
    }

    /** All arguments are there: one is a get, two are a set. Other methods of {@code Field} have none or other types. */
    static void access(Control me, int site) {
        Field field = me.reflected;
        Object target = me.reflectedTarget;
        Object value = me.reflectedValue;
        int arguments = me.reflectedArguments;
        me.reflected = null;
        me.reflectedTarget = null;
        me.reflectedValue = null;
        me.reflectedArguments = 0;
        String method = Native.siteMethod(site);
        boolean reads = arguments == 1 && method.startsWith("get") && !method.startsWith("getA") && !method.startsWith("getD");
        boolean writes = arguments == 2 && method.startsWith("set");
        if (!(reads || writes) || !Native.rewritten(field.getDeclaringClass().getName())) {
            return;
        }
        boolean isStatic = Modifier.isStatic(field.getModifiers());
        if (!isStatic && (!field.getDeclaringClass().isInstance(target) || !Names.isShared(me, target))) {
            return;
        }
        if (isStatic) {
            ClassInfo.UNSAFE.ensureClassInitialized(field.getDeclaringClass());
        }
        if (reads) {
            Access.readReflected(me, field, isStatic ? null : target, site);
        } else {
            long bits = field.getType().isPrimitive() ? bits(value) : Names.of(me, value);
            Access.writeReflected(me, field, isStatic ? null : target, bits, site);
        }
    }

    /** The bits of a value that is boxed or given as bits. */
    private static long bits(Object value) {
        if (value instanceof Boolean) {
            return (Boolean) value ? 1 : 0;
        }
        if (value instanceof Character) {
            return (Character) value;
        }
        if (value instanceof Float) {
            return Float.floatToRawIntBits((Float) value);
        }
        if (value instanceof Double) {
            return Double.doubleToRawLongBits((Double) value);
        }
        return value instanceof Number ? ((Number) value).longValue() : 0;
    }
}
