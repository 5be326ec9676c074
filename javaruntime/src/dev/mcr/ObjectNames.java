package dev.mcr;

/**
 * A map from objects, by identity, to their names. It holds on to the objects, so that no name is given twice.
 *
 * <p>Instead of a name an object may have a mark: the number of the only thread that has used it.
 */
final class ObjectNames {
    private Object[] keys;
    private long[] names;
    private int size;

    ObjectNames(int capacity) {
        keys = new Object[capacity];
        names = new long[capacity];
    }

    /** Numbers below this are marks. (A hash that small does not occur.) */
    private static final long MARKS = 1 << 16;
    /** So many objects with marks are remembered, no more. */
    private static final int MOST_MARKED = 1 << 18;

    /** Whether what {@link #get} has found is a name: neither a mark nor 0. */
    static boolean isName(long found) {
        return found < 0 || found >= MARKS;
    }

    /** Marks an object that the map does not have. */
    void mark(Object key, int thread) {
        if (size < MOST_MARKED) {
            put(key, thread);
        }
    }

    /** The name or mark, or 0. */
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

    /** Gives an object a name. */
    void put(Object key, long name) {
        int mask = keys.length - 1;
        int i = spread(key) & mask;
        while (keys[i] != null) {
            if (keys[i] == key) {
                names[i] = name;
                return;
            }
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
