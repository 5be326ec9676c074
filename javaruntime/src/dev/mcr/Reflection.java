package dev.mcr;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** Accesses through {@code java.lang.reflect.Field}: the same locations as by instruction. */
final class Reflection {
    private Reflection() {}

    /** The event of a call whose arguments have been collected: one for a get, two for a set. Other methods are no access. */
    static void access(Control me, Field field, Object[] arguments, int site) {
        String method = Native.siteMethod(site);
        boolean reads = arguments.length == 1 && method.startsWith("get") && !method.startsWith("getA") && !method.startsWith("getD");
        boolean writes = arguments.length == 2 && method.startsWith("set");
        if (!(reads || writes) || !Native.rewritten(field.getDeclaringClass().getName())) {
            return;
        }
        Object target = arguments[0];
        boolean isStatic = Modifier.isStatic(field.getModifiers());
        if (!isStatic && !field.getDeclaringClass().isInstance(target)) {
            return;
        }
        if (!isStatic && !Names.isShared(me, target)) {
            if (writes && StoreBuffers.on) {
                Access.writeOwn(me, target, ClassInfo.FieldInfo.of(field, 0), site);
            }
            return;
        }
        if (isStatic) {
            ClassInit.before(me, field.getDeclaringClass());
        }
        if (reads) {
            Access.readReflected(me, field, isStatic ? null : target, site);
        } else {
            long bits = field.getType().isPrimitive() ? bits(arguments[1]) : Names.of(me, arguments[1]);
            Access.writeReflected(me, field, isStatic ? null : target, bits, site);
        }
    }

    /** The bits of a value that is boxed or given as bits. */
    static long bits(Object value) {
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
