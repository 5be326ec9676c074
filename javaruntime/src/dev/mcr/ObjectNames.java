package dev.mcr;

/** A map from objects, by identity, to their names. It holds on to the objects, so that no name is given twice. */
final class ObjectNames {
    private Object[] keys;
    private long[] names;
    private int size;

    ObjectNames(int capacity) {
        keys = new Object[capacity];
        names = new long[capacity];
    }

    /** The name, or 0. */
    long get(Object key) {
        Object[] keys = this.keys;
        int mask = keys.length - 1;
        int i = spread(key) & mask;
        Object found;
        while ((found = keys[i]) != null) {
            if (found == key) {
                return names[i];
            }
            i = i + 1 & mask;
        }
        return 0;
    }

    /** Gives an object that has none a name. */
    void put(Object key, long name) {
        int mask = keys.length - 1;
        int i = spread(key) & mask;
        while (keys[i] != null) {
            i = i + 1 & mask;
        }
        keys[i] = key;
        names[i] = name;
        if (++size * 2 > keys.length) {
            grow();
        }
    }

    private static int spread(Object key) {
        int hash = System.identityHashCode(key);
        return hash ^ hash >>> 15;
    }

    private void grow() {
        ObjectNames bigger = new ObjectNames(keys.length * 2);
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != null) {
                bigger.put(keys[i], names[i]);
            }
        }
        keys = bigger.keys;
        names = bigger.names;
    }
}
