package dev.mcr;

/** {@code LockSupport}: each thread has a permit, which is a location like any other. */
final class Parking {
    private Parking() {}

    /** Waits for the permit of the calling thread or an interrupt, for at most so many nanoseconds (0: no limit). */
    static void park(Control me, long nanos) {
        me.initialiserTells();
        if (Native.spurious() && me.mayBeSpurious(me.callSite)
                && Steps.step(me, me.place(), Codes.CHOOSE, 2, 0) == 1) {
            me.wasSpurious(me.callSite);
            return;
        }
        me.hasSlept = false;
        long woke = Steps.step(me, me.place(), Codes.PARK, 0, nanos > 0 ? VirtualTime.limit(nanos) : Codes.FOREVER);
        if (nanos > 0) {
            me.learn(woke);
            if (woke == Codes.TIMED_OUT) {
                VirtualTime.passNanos(me, nanos);
            }
        }
    }

    /** A virtual thread that has slept leaves itself a permit: while it slept it may have lost one. */
    static void slept(Control me) {
        // In a loop that sleeps, only the first round changes anything.
        if (ThreadFields.isVirtual(me.thread) && !me.hasSlept) {
            Steps.step(me, me.place(), Codes.UNPARK, me.id, 0);
            me.hasSlept = true;
        }
    }

    /** Its sleep has ended by an interrupt, which may have come before it began. */
    static void mayHaveSlept(Control me) {
        if (ThreadFields.isVirtual(me.thread) && !me.hasSlept
                && Steps.step(me, me.place(), Codes.CHOOSE, 2, 0) == 1) {
            slept(me);
        }
    }

    /** Gives a thread its permit; false if the JVM has to do it. */
    static boolean unpark(Control me, Thread thread) {
        if (thread == null) {
            return true;
        }
        me.initialiserTells();
        Control other = Threads.asked(me, thread);
        if (other == null) {
            return EarlySignals.unpark(me, thread);
        }
        Steps.step(me, me.place(), Codes.UNPARK, other.id, 0);
        return true;
    }
}
