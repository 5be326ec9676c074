package dev.mcr;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers of threads ({@code Thread.threadId}), which a program can print or use as keys.
 *
 * <p>A number is made of who makes the thread and how many that one has made before, so that it is the same in every
 * execution, and making a thread is no event. Those that main makes are counted; the others are large.
 */
final class ThreadNumbers {
    private ThreadNumbers() {}

    /** Below are the threads that the JVM begins with. */
    private static final long FIRST = 64;
    /** From here on are threads of the JVM itself. */
    private static final long FIRST_OF_JVM = 1L << 32;
    /** From here on are threads that other threads than main make. */
    private static final long FIRST_HASHED = 1L << 40;

    private static final AtomicLong NEXT_OF_JVM = new AtomicLong(FIRST_OF_JVM);
    private static final long MADE = 0x6d616465L;

    /** The number of a thread that this one makes. */
    static long next(Control me) {
        if (me == null) {
            return NEXT_OF_JVM.getAndIncrement();
        }
        me.acts();
        // A new thread gets priority, group and thread locals from the one that makes it.
        me.initialiserTells();
        int made = me.counts.threadsMade++;
        return me.id == 0 ? FIRST + made : hashed(Hash.mix(me.id, made));
    }

    private static long hashed(long hash) {
        return Hash.mix(hash, MADE) >>> 8 | FIRST_HASHED;
    }

    /** Whether a thread of the program has made this one. */
    static boolean isOfProgram(Thread thread) {
        long number = ThreadFields.number(thread);
        return number >= FIRST && number < FIRST_OF_JVM || number >= FIRST_HASHED;
    }
}
