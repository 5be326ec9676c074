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
 * <p>Where limits are over in the order of their lengths ({@code timeouts=ordered}) the agent has a time for all, in
 * milliseconds, which moves when a limit is over. A thread that lets time pass and asks alone knows it without asking
 * the agent. Once there is one clock for all, who asks reads that time, as an event, also if it is code of the JDK; the
 * clocks above have only the questions and what was rounded down.
 *
 * <p>To look at a clock is to use no memory: what the thread has written may arrive later, whatever the clocks of
 * others have shown meanwhile.
 */
final class VirtualTime {
    private VirtualTime() {}

    private static final long DAY_MILLIS = 24 * 60 * 60 * 1000;
    /** When executions begin: at midnight, 1 January 2025, UTC, or later if the program looks at later files. */
    private static long startMillis = 1_735_689_600_000L;
    private static long nextStartMillis = startMillis;
    static final long NANOS_PER_MILLI = 1_000_000L;

    /**
     * What the clock of all threads shows, if there is one: all that has passed for any of them, one after the other.
     */
    private static long shared;

    /** Whether limits are over in the order of their lengths. */
    private static boolean ordered;

    private static final long NOBODY = -1;
    private static final long SEVERAL = -2;
    /** Numbers of the threads that have asked, and that have let time pass, in this execution. */
    private static long asked = NOBODY;
    private static long passed = NOBODY;

    static void reset() {
        startMillis = nextStartMillis;
        shared = 0;
        ordered = Native.ordersLimits();
        asked = NOBODY;
        passed = NOBODY;
    }

    /** From the next execution on they begin at the midnight after this, if that is later. */
    static void startsAfter(long millis) {
        nextStartMillis = Math.max(nextStartMillis, (millis / DAY_MILLIS + 1) * DAY_MILLIS);
    }

    /** The program asks; nanoseconds since the execution began. */
    private static long ask(Control me) {
        me.initialiserTells();
        // Who sees time pass does not only wait: see Rounds.
        me.acts();
        asked = with(asked, me);
        compare();
        long passed = passed(me);
        advance(me, 1000);
        return passed + me.counts.nanos;
    }

    /** What has passed for all threads, beside what a thread counts for itself. */
    private static long passed(Control me) {
        if (!ordered || !Insights.has(Insights.CLOCK_IS_SHARED)) {
            return 0;
        }
        long millis = Steps.step(me, me.place(), Codes.TIME, 0, 0);
        me.learn(millis);
        return millis * NANOS_PER_MILLI;
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
        if (ordered) {
            asked = with(asked, me);
            compare();
        }
        return passed(me) + (me.counts.nanos += 1000);
    }

    static long ownMillis(Control me) {
        return me == null ? System.currentTimeMillis() : startMillis + ownNanos(me) / NANOS_PER_MILLI;
    }

    static long nanos(Control me) {
        return me == null ? System.nanoTime() : ask(me);
    }

    static long millis(Control me) {
        return me == null || me.clockStands ? startMillis(me) : startMillis + ask(me) / NANOS_PER_MILLI;
    }

    /** When each execution begins. */
    static long startMillis(Control me) {
        return me == null ? System.currentTimeMillis() : startMillis;
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
        long nanos = ask(me);
        long seconds = startMillis / 1000 - offsetSeconds;
        return Math.abs(seconds) > 1L << 32 ? -1 : seconds * 1_000_000_000L + nanos;
    }

    static void pass(Control me, long millis) {
        passNanos(me, nanos(millis));
    }

    /** A limit of the thread is over. */
    static void passNanos(Control me, long nanos) {
        passed = with(passed, me);
        compare();
        if (ordered && Insights.has(Insights.CLOCK_IS_SHARED)) {
            // That has passed for all, but for what was rounded down.
            nanos = Math.max(nanos - millis(nanos) * NANOS_PER_MILLI, 0);
        }
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
        if (!parks) {
            return;
        }
        long limit = nanos(millis) + nanos;
        if (ordered && sleepsUntil(me, limit) == Codes.INTERRUPTION) {
            Parking.mayHaveSlept(me);
            throw new InterruptedException("sleep interrupted");
        }
        if (!ordered) {
            sleepsSeen(me);
        }
        passNanos(me, limit);
        Parking.slept(me);
    }

    /** Others may find the thread in its sleep, and interrupt it there. */
    private static void sleepsSeen(Control me) throws InterruptedException {
        if (!Sleeps.happen(me)) {
            return;
        }
        Sleeps.set(me, true);
        boolean interrupted = Interrupts.interrupted(me);
        Sleeps.set(me, false);
        if (interrupted) {
            Parking.mayHaveSlept(me);
            throw new InterruptedException("sleep interrupted");
        }
    }

    /** Whether sleeps are waits, which end in the order of their limits. */
    static boolean isOrdered() {
        return ordered;
    }

    /** Waits until the limit is over, or for an interrupt; which it was. */
    private static long sleepsUntil(Control me, long nanos) {
        me.initialiserTells();
        long woke = Steps.step(me, me.place(), Codes.SLEEP, 0, limit(nanos) | Interrupts.patience());
        me.learn(woke);
        return woke;
    }

    /**
     * The patience of a wait with this limit, which is more than 0. A limit of virtual time is a number of milliseconds:
     * the nearest, for to ask for the time takes some, and more than 0, for time to pass.
     */
    static int limit(long nanos) {
        return ordered ? Codes.AFTER | (int) millis(nanos) << Codes.AFTER_SHIFT : Codes.TIMED;
    }

    private static long millis(long nanos) {
        long millis = nanos / NANOS_PER_MILLI + (nanos % NANOS_PER_MILLI >= NANOS_PER_MILLI / 2 ? 1 : 0);
        return Math.min(Math.max(millis, 1), Codes.MOST_MILLIS);
    }

    /** The same for a limit in milliseconds. */
    static int limitMillis(long millis) {
        return limit(nanos(millis));
    }

    /** So many milliseconds, or very many nanoseconds. */
    static long nanos(long millis) {
        return Math.min(millis, Long.MAX_VALUE / 4 / NANOS_PER_MILLI) * NANOS_PER_MILLI;
    }

    /** When a limit begins, for {@link #left}. */
    static long begin(Control me) {
        return ordered ? ownNanos(me) : me.counts.nanos;
    }

    /**
     * What is left of a limit that began then. Where limits have no order, nothing of one is over before all of it is.
     */
    static long left(Control me, long nanos, long since) {
        return nanos - (begin(me) - since);
    }

    /** The same in milliseconds: as many as are not over. */
    static long leftMillis(Control me, long millis, long since) {
        return Math.floorDiv(left(me, nanos(millis), since) + NANOS_PER_MILLI - 1, NANOS_PER_MILLI);
    }
}
