package dev.mcr;

/** A map from numbers other than 0 to numbers; what is not in it maps to 0. */
final class LongMap {
    private long[] keys = new long[1 << 6];
    private long[] values = new long[1 << 6];
    private int size;

    long get(long key) {
        return values[slot(key)];
    }

    void clear() {
        // The JDK's Arrays.fill is code that is rewritten.
        for (int i = 0; size > 0 && i < keys.length; i++) {
            keys[i] = 0;
            values[i] = 0;
        }
        size = 0;
    }

    int size() {
        return size;
    }

    void put(long key, long value) {
        int i = slot(key);
        if (keys[i] == 0) {
            keys[i] = key;
            if (++size * 2 > keys.length) {
                grow();
                i = slot(key);
            }
        }
        values[i] = value;
    }

    /** Where the key is or belongs; an unused slot holds the value 0. */
    private int slot(long key) {
        int mask = keys.length - 1;
        int i = (int) (key ^ key >>> 32) & mask;
        while (keys[i] != 0 && keys[i] != key) {
            i = i + 1 & mask;
        }
        return i;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new long[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int to = slot(oldKeys[i]);
                keys[to] = oldKeys[i];
                values[to] = oldValues[i];
            }
        }
    }
}
