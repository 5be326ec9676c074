package dev.mcr;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** Accesses through {@code java.lang.reflect.Field}: the same locations as by instruction. */
final class Reflection {
    private Reflection() {}

    /**
     * The event of a call whose arguments have been collected: one for a get, two for a set. Other methods are no
     * access.
     */
    static void access(Control me, Field field, Object[] arguments, int site) {
        String method = Native.siteMethod(site);
        boolean reads = arguments.length == 1 && method.startsWith("get") && !method.startsWith("getA")
                && !method.startsWith("getD");
        boolean writes = arguments.length == 2 && method.startsWith("set");
        if (reads || writes) {
            AccessFlags.look(me, field);
            if (AccessFlags.refuses(field, Native.siteClass(site).replace('/', '.'), writes)) {
                return;
            }
        }
        if (reads) {
            read(me, field, arguments[0], site);
        } else if (writes) {
            write(me, field, arguments[0], arguments[1], site);
        }
    }

    /** The event of a read through a field. {@code target} does not matter if it is static. */
    static void read(Control me, Field field, Object target, int site) {
        if (isSeen(me, field, target)) {
            if (!Native.rewritten(field.getDeclaringClass().getName(), Loaders.of(me, field.getDeclaringClass()))) {
                Versions.look(me, target, site);
            } else {
                Access.readReflected(me, field, isStatic(field) ? null : target, site);
            }
        }
    }

    /** The event of a write through a field. A primitive value is boxed or given as bits. */
    static void write(Control me, Field field, Object target, Object value, int site) {
        boolean rewritten = Native.rewritten(field.getDeclaringClass().getName(),
                Loaders.of(me, field.getDeclaringClass()));
        if (isSeen(me, field, target)) {
            long bits = field.getType().isPrimitive() ? bits(value) : Names.of(me, value);
            if (!rewritten) {
                Versions.change(me, target, Hash.text(FIELD, field.getName()), bits, site);
            } else {
                Access.writeReflected(me, field, isStatic(field) ? null : target, bits, site);
            }
        } else if (rewritten && StoreBuffers.on && !isStatic(field) && field.getDeclaringClass().isInstance(target)) {
            Access.writeOwn(me, target, ClassInfo.FieldInfo.of(field, 0), site);
        }
    }

    private static final int FIELD = 83;

    private static boolean isStatic(Field field) {
        return Modifier.isStatic(field.getModifiers());
    }

    /** Whether an access through a field is an event. */
    private static boolean isSeen(Control me, Field field, Object target) {
        if (isStatic(field)) {
            boolean rewritten = Native.rewritten(field.getDeclaringClass().getName(),
                    Loaders.of(me, field.getDeclaringClass()));
            if (rewritten) {
                ClassInit.before(me, field.getDeclaringClass());
            }
            return rewritten;
        }
        return field.getDeclaringClass().isInstance(target) && Names.isShared(me, target);
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
