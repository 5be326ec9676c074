package dev.mcr;

import java.lang.reflect.Field;

/** A static field of the JDK: where it is, which is enough to read and write it, whoever may see it. */
final class StaticField {
    private final Object base;
    private final long offset;

    StaticField(Field field) {
        base = ClassInfo.UNSAFE.staticFieldBase(field);
        offset = ClassInfo.UNSAFE.staticFieldOffset(field);
    }

    /** The field of a class by its name; null if this JDK does not have it. */
    static StaticField find(String type, String name) {
        try {
            return new StaticField(Class.forName(type).getDeclaredField(name));
        } catch (ClassNotFoundException | NoSuchFieldException e) {
            return null;
        }
    }

    /** The same for a field that every JDK has, by one of these names. */
    static StaticField of(Class<?> type, String... names) {
        for (String name : names) {
            try {
                return new StaticField(type.getDeclaredField(name));
            } catch (NoSuchFieldException e) {
                // It has been renamed.
            }
        }
        throw new NoSuchFieldError(type.getName() + "." + names[0]);
    }

    /** The same for a field that reflection hides. */
    static StaticField findHidden(Class<?> type, String name) {
        for (Field field : Internals.fields(type)) {
            if (field.getName().equals(name)) {
                return new StaticField(field);
            }
        }
        return null;
    }

    Object get() {
        return ClassInfo.UNSAFE.getReferenceVolatile(base, offset);
    }

    void set(Object value) {
        ClassInfo.UNSAFE.putReferenceVolatile(base, offset, value);
    }

    int getInt() {
        return ClassInfo.UNSAFE.getInt(base, offset);
    }

    void setInt(int value) {
        ClassInfo.UNSAFE.putInt(base, offset, value);
    }

    /** Adds to the number; what it was before. */
    int addInt(int more) {
        return ClassInfo.UNSAFE.getAndAddInt(base, offset, more);
    }
}
