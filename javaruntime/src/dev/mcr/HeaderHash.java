package dev.mcr;

import jdk.internal.misc.Unsafe;

/**
 * The hash codes that the JVM itself gives to objects which have none of their own. It draws one when it is first asked
 * and keeps it in the header of the object. Code of the JDK that is not rewritten asks for it and mixes it into others
 * (those of a {@code MethodType}, of an annotation): so classes of the program, and other objects that each execution
 * makes anew, are given one that is the same in every execution, before anybody can ask.
 *
 * <p>Where in the header it is, is found by trying. If that does not work out, nothing is changed.
 */
final class HeaderHash {
    private HeaderHash() {}

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long MASK = 0x7fffffff;
    /** The lowest bits of the header of an object that is not locked. */
    private static final long LOCKS = 7, FREE = 1;
    private static final int TRIALS = 16;
    /** By how many bits the hash code is shifted in the header; -1 if that is not known. */
    private static final int SHIFT = find();

    private static int find() {
        int shift = -1;
        for (int i = 0; i < TRIALS; i++) {
            Object trial = new Object();
            long before = UNSAFE.getLong(trial, 0L);
            long hash = System.identityHashCode(trial);
            long added = before ^ UNSAFE.getLong(trial, 0L);
            int found = Long.numberOfTrailingZeros(added) - Long.numberOfTrailingZeros(hash);
            boolean fits = (before & LOCKS) == FREE && found >= 0 && added == hash << found
                    && (before >>> found & MASK) == 0;
            if (!fits || i > 0 && found != shift) {
                return -1;
            }
            shift = found;
        }
        return shift;
    }

    /** Gives an object this hash code, unless it has one. (Zero stands for none.) */
    static void give(Object object, int hash) {
        if (SHIFT < 0 || object == null) {
            return;
        }
        long wanted = Math.max(hash & MASK, 1) << SHIFT;
        long header;
        do {
            header = UNSAFE.getLongVolatile(object, 0L);
            if ((header & LOCKS) != FREE || (header >>> SHIFT & MASK) != 0) {
                return;
            }
        } while (!UNSAFE.compareAndSetLong(object, 0L, header, header | wanted));
    }
}
