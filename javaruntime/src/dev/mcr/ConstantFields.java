package dev.mcr;

import java.lang.reflect.Field;

/**
 * Static fields whose first value the class file states (JVMS 4.7.2). The JVM sets them when it initialises the class,
 * and no instruction does: who reads one, by reflection say, finds it there.
 */
final class ConstantFields {
    private ConstantFields() {}

    /** By location; those without such a value are not here. */
    private static final LongMap VALUES = new LongMap();
    /** Locations that have got their value in this execution. */
    private static LongSet begun = new LongSet();

    static void reset() {
        if (!begun.isEmpty()) {
            begun = new LongSet();
        }
    }

    /** A location is used for the first time in this JVM: that of this static field, if it is known which one it is. */
    static void found(Control me, long location, Field field) {
        if (field == null) {
            return;
        }
        String stated;
        String value;
        // That is done once in a JVM, so it must not show what code of the JDK does for it.
        Control unseen = Hooks.suspend();
        try {
            Class<?> declaring = field.getDeclaringClass();
            stated = Native.constantValue(declaring.getName(), Loaders.of(declaring), field.getName(),
                    field.getType().descriptorString());
            value = stated == null ? null : stated.substring(1);
        } finally {
            Hooks.resume(unseen);
        }
        if (stated != null) {
            long first = stated.charAt(0) == 's' ? Names.of(me, value) : Long.parseLong(value);
            if (first != 0) {
                VALUES.put(location, first);
            }
        }
    }

    /** The same for the field of this name; {@code base} is what the JVM keeps it in: the class, as far as is known. */
    static void found(Control me, long location, Object base, String name) {
        if (!(base instanceof Class<?>)) {
            return;
        }
        Field field;
        Control unseen = Hooks.suspend();
        try {
            field = ((Class<?>) base).getDeclaredField(name);
        } catch (NoSuchFieldException | LinkageError e) {
            field = null;
        } finally {
            Hooks.resume(unseen);
        }
        found(me, location, field);
    }

    /** To be called before a static field is used. */
    static void begin(long location) {
        if (VALUES.size() != 0) {
            long value = VALUES.get(location);
            if (value != 0 && begun.add(location)) {
                Native.initial(location, value);
            }
        }
    }
}
