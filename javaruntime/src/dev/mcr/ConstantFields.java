package dev.mcr;

import java.lang.reflect.Field;

/**
 * Static fields whose first value the class file states (JVMS 4.7.2). The JVM sets them when it initialises the class,
 * and no instruction does: who reads one, by reflection say, finds it there.
 */
final class ConstantFields {
    private ConstantFields() {}

    /** Locations of which it was asked whether they have one. */
    private static final LongSet ASKED = new LongSet();
    /** By location; those without such a value are not here. */
    private static LongMap values = new LongMap();
    /** Locations that have got their value in this execution. */
    private static LongSet begun = new LongSet();

    static void reset() {
        if (!begun.isEmpty()) {
            begun = new LongSet();
        }
    }

    /** A location has been found to be the one of this static field, if it is known which one that is. */
    static void found(Control me, long location, Field field) {
        if (field == null || !ASKED.add(location)) {
            return;
        }
        Class<?> declaring = field.getDeclaringClass();
        String stated = Native.constantValue(declaring.getName(), Loaders.of(declaring), field.getName(),
                field.getType().descriptorString());
        if (stated != null) {
            String value = stated.substring(1);
            long first = stated.charAt(0) == 's' ? Names.of(me, value) : Long.parseLong(value);
            if (first != 0) {
                values.put(location, first);
            }
        }
    }

    /** To be called before a static field is used. */
    static void begin(long location) {
        if (values.size() != 0) {
            long value = values.get(location);
            if (value != 0 && begun.add(location)) {
                Native.initial(location, value);
            }
        }
    }

    /** The same for a field of which only class and name are known. */
    static void begin(Control me, long location, Class<?> declaring, String name) {
        if (!ASKED.contains(location)) {
            Control unseen = Hooks.suspend();
            Field field;
            try {
                field = declaring.getDeclaredField(name);
            } catch (NoSuchFieldException | LinkageError e) {
                field = null;
            } finally {
                Hooks.resume(unseen);
            }
            found(me, location, field);
        }
        begin(location);
    }
}
