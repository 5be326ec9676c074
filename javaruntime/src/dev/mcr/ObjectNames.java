package dev.mcr;

/**
 * A map from objects, by identity, to their names. It holds on to the objects, so that no name is given twice.
 *
 * <p>Instead of a name an object may have a mark: the number of the only thread that has used it. And of an object that
 * was seen being made it knows who has made it, and where.
 */
final class ObjectNames {
    private Object[] keys;
    private long[] names;
    /** Where it was made, as {@link Scopes} say; by whom, and as which of all objects. */
    private long[] places;
    private int[] makers;
    private int[] made;
    private int size;

    ObjectNames(int capacity) {
        keys = new Object[capacity];
        names = new long[capacity];
        places = new long[capacity];
        makers = new int[capacity];
        made = new int[capacity];
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
        int i = slot(key);
        names[i] = name;
        if (keys[i] == null) {
            add(i, key);
        }
    }

    /**
     * An object is made by a thread, as one of this number, from 1; the number that it has, 0 if that is not known,
     * because it was used before, or the map remembers no more.
     */
    int make(Object key, int thread, int number) {
        int i = slot(key);
        if (keys[i] != null) {
            return makers[i] == thread ? made[i] : 0;
        }
        if (size >= MOST_MARKED) {
            return 0;
        }
        makers[i] = thread;
        made[i] = number;
        add(i, key);
        return number;
    }

    /** Where that was. */
    void madeAt(Object key, int thread, long place) {
        int i = slot(key);
        if (makers[i] == thread) {
            places[i] = place;
        }
    }

    /** As which object a thread has made it, from 1; 0 if that is not known. */
    int madeAs(Object key, int thread) {
        int i = slot(key);
        return makers[i] == thread ? made[i] : 0;
    }

    /** Where a thread has made it; 0 if that is not known. */
    long madeAt(Object key, int thread) {
        int i = slot(key);
        return makers[i] == thread ? places[i] : 0;
    }

    /** Where the object is, or belongs. */
    private int slot(Object key) {
        int mask = keys.length - 1;
        int i = spread(key) & mask;
        while (keys[i] != null && keys[i] != key) {
            i = i + 1 & mask;
        }
        return i;
    }

    private void add(int slot, Object key) {
        keys[slot] = key;
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
                int to = bigger.slot(keys[i]);
                bigger.keys[to] = keys[i];
                bigger.names[to] = names[i];
                bigger.places[to] = places[i];
                bigger.makers[to] = makers[i];
                bigger.made[to] = made[i];
            }
        }
        keys = bigger.keys;
        names = bigger.names;
        places = bigger.places;
        makers = bigger.makers;
        made = bigger.made;
    }
}
