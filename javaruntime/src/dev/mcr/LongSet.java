package dev.mcr;

/** A set of numbers other than 0. (Classes of {@code java.util} are under test here, so hooks do without them.) */
final class LongSet {
    private long[] table;
    private int size;
    /** Of hashes of all numbers in the set. */
    private long sum;

    LongSet() {
        this(1 << 12);
    }

    /** {@code capacity}: a power of two. */
    LongSet(int capacity) {
        table = new long[capacity];
    }

    LongSet copy() {
        LongSet copy = new LongSet(0);
        copy.table = Copies.of(table, table.length);
        copy.size = size;
        copy.sum = sum;
        return copy;
    }

    /** Adds a number; true if it was not there. */
    boolean add(long key) {
        int mask = table.length - 1;
        int i = (int) (key ^ key >>> 32) & mask;
        while (table[i] != 0) {
            if (table[i] == key) {
                return false;
            }
            i = i + 1 & mask;
        }
        table[i] = key;
        sum += Hash.mix(key, key);
        if (++size * 2 > table.length) {
            grow();
        }
        return true;
    }

    /** Stands for what is in the set. */
    long sum() {
        return sum;
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean contains(long key) {
        int mask = table.length - 1;
        int i = (int) (key ^ key >>> 32) & mask;
        while (table[i] != 0 && table[i] != key) {
            i = i + 1 & mask;
        }
        return key != 0 && table[i] == key;
    }

    private void grow() {
        long[] old = table;
        table = new long[old.length * 2];
        size = 0;
        sum = 0;
        for (long key : old) {
            if (key != 0) {
                add(key);
            }
        }
    }
}
