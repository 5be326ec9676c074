package dev.mcr;

/**
 * Time as the program sees it: each thread's own clock, which moves on by a microsecond with each question, by sleeping and by waiting
 * in vain. So it depends on nothing but what the thread has done.
 */
final class VirtualTime {
    private VirtualTime() {}

    /** Midnight, 1 January 2025, UTC. */
    private static final long START_MILLIS = 1_735_689_600_000L;
    static final long NANOS_PER_MILLI = 1_000_000L;

    private static long ask(Control me) {
        me.initialiserTells();
        // Who sees time pass does not only wait: see Rounds.
        me.changes();
        return me.counts.nanos += 1000;
    }

    static long nanos(Control me) {
        return me == null ? System.nanoTime() : ask(me);
    }

    static long millis(Control me) {
        return me == null ? System.currentTimeMillis() : START_MILLIS + ask(me) / NANOS_PER_MILLI;
    }

    /** Nanoseconds since a second of the epoch; -1, as the JVM has it, if that is too long ago. */
    static long nanosSince(Control me, long offsetSeconds) {
        if (me == null) {
            return jdk.internal.misc.VM.getNanoTimeAdjustment(offsetSeconds);
        }
        ask(me);
        long seconds = START_MILLIS / 1000 - offsetSeconds;
        return Math.abs(seconds) > 1L << 32 ? -1 : seconds * 1_000_000_000L + me.counts.nanos;
    }

    static void pass(Control me, long millis) {
        me.counts.nanos += millis > Long.MAX_VALUE / 4 / NANOS_PER_MILLI ? Long.MAX_VALUE / 4 : millis * NANOS_PER_MILLI;
    }

    static void passNanos(Control me, long nanos) {
        me.counts.nanos += Math.min(nanos, Long.MAX_VALUE / 4);
    }

    static void sleep(Control me, long millis, int nanos) throws InterruptedException {
        if (me == null) {
            Thread.sleep(millis, nanos);
            return;
        }
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanos < 0 || nanos > 999_999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        if (me.stopping) {
            throw Stop.STOP;
        }
        if (Interrupts.interrupted(me)) {
            throw new InterruptedException("sleep interrupted");
        }
        pass(me, millis);
        me.counts.nanos += nanos;
    }
}
