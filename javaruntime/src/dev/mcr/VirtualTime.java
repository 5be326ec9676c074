package dev.mcr;

/**
 * Time as the program sees it: each thread's own clock, which moves on by a microsecond with each question, by sleeping
 * and by waiting in vain. So it depends on nothing but what the thread has done.
 *
 * <p>That is enough while no thread can compare its clock with another's. Once the program asks for the time in one
 * thread, and another has asked or let time pass, there is one clock for all: a location, which each question updates.
 * Time that has passed for a thread is put there before the thread does what others can learn from (writes, notifies,
 * ends); so a loop that only looks, and sleeps, is a loop that waits. Time never goes back between threads, and
 * questions come in any order. Code of the JDK that asks for itself, to see how much of a limit is left, looks at its
 * thread's clock, which is never behind what the thread has last been told.
 *
 * <p>To look at a clock is to use no memory: what the thread has written may arrive later, whatever the clocks of
 * others have shown meanwhile.
 */
final class VirtualTime {
    private VirtualTime() {}

    /** Midnight, 1 January 2025, UTC. */
    private static final long START_MILLIS = 1_735_689_600_000L;
    static final long NANOS_PER_MILLI = 1_000_000L;

    /**
     * What the clock of all threads shows, if there is one: all that has passed for any of them, one after the other.
     */
    private static long shared;

    private static final long NOBODY = -1;
    private static final long SEVERAL = -2;
    /** Numbers of the threads that have asked, and that have let time pass, in this execution. */
    private static long asked = NOBODY;
    private static long passed = NOBODY;

    static void reset() {
        shared = 0;
        asked = NOBODY;
        passed = NOBODY;
    }

    /** The program asks. */
    private static long ask(Control me) {
        me.initialiserTells();
        // Who sees time pass does not only wait: see Rounds.
        me.acts();
        asked = with(asked, me);
        compare();
        advance(me, 1000);
        return me.counts.nanos;
    }

    private static void advance(Control me, long nanos) {
        me.counts.nanos += nanos;
        if (Insights.has(Insights.CLOCK_IS_SHARED)) {
            me.initialiserTells();
            long more = me.counts.nanos - me.counts.toldNanos;
            me.counts.toldNanos = me.counts.nanos;
            Versions.updatePast(me, "clock", more);
            shared = Math.min(shared + more, Long.MAX_VALUE / 2);
            me.counts.nanos = shared;
            me.counts.toldNanos = shared;
        }
    }

    /** The thread is about to do this: others may learn from it that time has passed. */
    static void before(Control me, int action) {
        switch (action) {
            case Codes.READ, Codes.ACQUIRE, Codes.RELEASE, Codes.RESUME, Codes.JOIN, Codes.ALIVE, Codes.PARK,
                    Codes.INTERRUPTED,
                    Codes.IS_INTERRUPTED, Codes.STATE, Codes.CHOOSE:
                break;
            default:
                tell(me);
        }
    }

    /**
     * Puts the time that has passed for a thread where others find it. What the JDK's questions add up to is not worth
     * it.
     */
    static void tell(Control me) {
        if (me.counts.nanos - me.counts.toldNanos >= NANOS_PER_MILLI / 10 && Insights.has(Insights.CLOCK_IS_SHARED)
                && !me.stopping) {
            advance(me, 0);
        }
    }

    private static long with(long threads, Control me) {
        return threads == NOBODY || threads == me.id ? me.id : SEVERAL;
    }

    private static void compare() {
        if (asked == SEVERAL || asked != NOBODY && passed != NOBODY && passed != asked) {
            Insights.show(Insights.CLOCK_IS_SHARED);
        }
    }

    /** Code of the JDK asks for itself. */
    static long ownNanos(Control me) {
        if (me == null) {
            return System.nanoTime();
        }
        me.initialiserTells();
        me.acts();
        return me.counts.nanos += 1000;
    }

    static long ownMillis(Control me) {
        return me == null ? System.currentTimeMillis() : START_MILLIS + ownNanos(me) / NANOS_PER_MILLI;
    }

    static long nanos(Control me) {
        return me == null ? System.nanoTime() : ask(me);
    }

    static long millis(Control me) {
        return me == null || me.clockStands ? startMillis(me) : START_MILLIS + ask(me) / NANOS_PER_MILLI;
    }

    /** When each execution begins. */
    static long startMillis(Control me) {
        return me == null ? System.currentTimeMillis() : START_MILLIS;
    }

    /** From here on to {@link #goOn} the thread finds the time at which the execution began: it does not matter. */
    static void stop(Control me) {
        if (me != null) {
            me.clockStands = true;
        }
    }

    static void goOn(Control me) {
        if (me != null) {
            me.clockStands = false;
        }
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
        passNanos(me, millis > Long.MAX_VALUE / 4 / NANOS_PER_MILLI ? Long.MAX_VALUE / 4 : millis * NANOS_PER_MILLI);
    }

    static void passNanos(Control me, long nanos) {
        passed = with(passed, me);
        compare();
        me.counts.nanos = Math.min(me.counts.nanos + Math.min(nanos, Long.MAX_VALUE / 4), Long.MAX_VALUE / 2);
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
        boolean parks = millis > 0 || nanos > 0;
        if (Interrupts.interrupted(me)) {
            if (parks) {
                Parking.mayHaveSlept(me);
            }
            throw new InterruptedException("sleep interrupted");
        }
        if (nanos > 0) {
            passNanos(me, Math.min(millis, Long.MAX_VALUE / 4 / NANOS_PER_MILLI) * NANOS_PER_MILLI + nanos);
        } else if (millis > 0) {
            pass(me, millis);
        }
        if (parks) {
            Parking.slept(me);
        }
    }
}
