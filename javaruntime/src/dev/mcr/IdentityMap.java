package dev.mcr;

/** A map by identity. */
final class IdentityMap {
    private Object[] keys = new Object[1 << 5];
    private Object[] values = new Object[1 << 5];
    private int size;

    Object get(Object key) {
        return values[slot(key)];
    }

    /** Adds a key that the map does not have. */
    void put(Object key, Object value) {
        if (++size * 2 > keys.length) {
            Object[] oldKeys = keys;
            Object[] oldValues = values;
            keys = new Object[oldKeys.length * 2];
            values = new Object[oldKeys.length * 2];
            for (int i = 0; i < oldKeys.length; i++) {
                if (oldKeys[i] != null) {
                    set(oldKeys[i], oldValues[i]);
                }
            }
        }
        set(key, value);
    }

    private void set(Object key, Object value) {
        int i = slot(key);
        keys[i] = key;
        values[i] = value;
    }

    /** Where the key is or belongs; an unused slot holds no value. */
    private int slot(Object key) {
        int mask = keys.length - 1;
        int i = System.identityHashCode(key) & mask;
        while (keys[i] != null && keys[i] != key) {
            i = i + 1 & mask;
        }
        return i;
    }
}
