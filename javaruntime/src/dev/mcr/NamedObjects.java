package dev.mcr;

/** A map from names to the objects that have them. A name keeps its first object, until that is forgotten. */
final class NamedObjects {
    /** In the place of an object that was forgotten. */
    private static final Object NONE = new Object();

    private long[] names = new long[1 << 8];
    private Object[] objects = new Object[1 << 8];
    private int size;

    /** The object of a name, or null. */
    Object get(long name) {
        Object object = objects[slot(name)];
        return object == NONE ? null : object;
    }

    /** Adds an object, unless its name has one: false then. */
    boolean put(long name, Object object) {
        int i = slot(name);
        if (objects[i] == NONE) {
            objects[i] = object;
            return true;
        }
        if (objects[i] != null) {
            return false;
        }
        names[i] = name;
        objects[i] = object;
        if (++size * 2 > names.length) {
            grow();
        }
        return true;
    }

    /** The object of a name is no more: it may be that of another one. */
    void forget(long name) {
        int i = slot(name);
        if (objects[i] != null) {
            objects[i] = NONE;
        }
    }

    /** Where the name is or belongs. */
    private int slot(long name) {
        int mask = names.length - 1;
        int i = (int) (name ^ name >>> 32) & mask;
        while (objects[i] != null && names[i] != name) {
            i = i + 1 & mask;
        }
        return i;
    }

    private void grow() {
        long[] oldNames = names;
        Object[] oldObjects = objects;
        names = new long[oldNames.length * 2];
        objects = new Object[oldNames.length * 2];
        for (int i = 0; i < oldNames.length; i++) {
            if (oldObjects[i] != null) {
                int to = slot(oldNames[i]);
                names[to] = oldNames[i];
                objects[to] = oldObjects[i];
            }
        }
    }
}
