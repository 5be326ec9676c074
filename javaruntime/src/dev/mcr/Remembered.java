package dev.mcr;

/**
 * What is remembered over all executions of a JVM, because two of them may show together what none shows alone: that
 * one thread has used a file in one, say, and another thread in another one. The tables themselves are where they are
 * needed.
 *
 * <p>If several JVMs run the program, each has seen some of its executions only. So what shows for the first time since
 * the exploration began is said to the agent, and the checker has that execution run in the other JVMs as well.
 * Invariant: whatever goes into such a table is noted here, whether or not it was there before.
 */
final class Remembered {
    private Remembered() {}

    /** Tables. */
    static final int STARTS = 1, CYCLES = 2, ENTRIES = 3, FILES = 4, CHANGED_FILES = 5, CHANNELS = 6, CLOSED = 7,
            THREADS_OF_CHANNELS = 8, INTERRUPTED = 9, CHANNELS_BLOCK = 10, PARKS = 11, NATIVE_CODE = 12,
            SEEN_THROUGH = 13, KEPT_ARRAYS = 14, ACCESSED_ARRAYS = 15, SLEEPS = 16;

    /** What was noted since the exploration began. */
    private static LongSet noted = new LongSet(1 << 6);

    /** An exploration begins. */
    static void forget() {
        noted = new LongSet(1 << 6);
    }

    /** Something is remembered in a table. */
    static void note(int table, long key, long value) {
        if (noted.add(Hash.notNull(Hash.mix(Hash.mix(table, key), value)))) {
            Native.remembers();
        }
    }
}
