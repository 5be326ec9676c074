package dev.mcr;

/** Counts the objects that each static initialiser names: (class, count), whoever runs it. */
final class Initialisation {
    private Initialisation() {}

    private static long[] keys = new long[16];
    private static long[] counts = new long[16];
    private static int size;

    static void reset() {
        size = 0;
    }

    /** The next number for objects of this initialiser. */
    static long count(long key) {
        for (int i = 0; i < size; i++) {
            if (keys[i] == key) {
                return ++counts[i];
            }
        }
        if (size == keys.length) {
            keys = java.util.Arrays.copyOf(keys, size * 2);
            counts = java.util.Arrays.copyOf(counts, size * 2);
        }
        keys[size] = key;
        counts[size++] = 1;
        return 1;
    }
}
