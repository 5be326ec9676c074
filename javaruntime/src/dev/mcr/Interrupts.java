package dev.mcr;

/**
 * Interrupt flags. Each is a location; waiting operations look at the flag of their thread.
 *
 * <p>Most programs never interrupt anything. So nobody looks at flags until a thread is interrupted for the first time
 * in this JVM; then the exploration begins anew, with flags.
 */
final class Interrupts {
    private Interrupts() {}

    /** What operations that can be interrupted add to their patience. */
    static int patience() {
        return Insights.has(Insights.INTERRUPTS) ? Native.INTERRUPTIBLE : 0;
    }

    private static final long FLAG = 0x696e74657272L;

    /** The flag of a thread as a location, named as in the protocol. */
    static long flag(long thread) {
        return Hash.mix(Hash.mix(thread, FLAG), 1);
    }

    /** False if the JVM has to do it. */
    static boolean interrupt(Control me, Thread thread) {
        Control other = Threads.asked(me, thread);
        if (other == null) {
            return Threads.startsTell() && interruptEarly(me, thread);
        }
        Insights.show(Insights.INTERRUPTS);
        Steps.step(me, me.place(), Native.INTERRUPT, other.id, 0);
        return true;
    }

    private static final long EARLY = 0x6561726c79L;

    /** Whether a thread was interrupted that had not started. */
    private static long early(Control me, Thread thread) {
        return Threads.fact(me, thread, EARLY, "interrupted before its start");
    }

    /**
     * Such an interrupt is handed over by who starts the thread, or, if it has been started meanwhile, by who
     * interrupts it.
     */
    private static boolean interruptEarly(Control me, Thread thread) {
        if (thread.isAlive()) {
            return false;
        }
        Insights.show(Insights.INTERRUPTS);
        Steps.guarded(me, early(me, thread), Native.ALWAYS, 0, Native.SET, 1, Native.FOREVER);
        if (Threads.sees(me, thread)) {
            handOver(me, Threads.find(thread));
        }
        return true;
    }

    /** A thread is about to be started. */
    static void starts(Control me, Control child) {
        if (Insights.has(Insights.INTERRUPTS) && Threads.startsTell()) {
            handOver(me, child);
            // Whoever interrupts may have found it not started a moment ago.
            child.starts.mayBeInterruptedEarly = true;
        }
    }

    /**
     * A thread is about to do something. If that is the first thing, it takes over an interrupt that found it not
     * started.
     */
    static void begins(Control me) {
        if (me.starts.mayBeInterruptedEarly) {
            me.starts.mayBeInterruptedEarly = false;
            handOver(me, me);
            // It does not do so again, should it be at the head of a loop.
            me.changes();
        }
    }

    private static void handOver(Control me, Control child) {
        long location = early(me, child.thread);
        long there = Steps.guarded(me, location, Native.AT_LEAST, 1, Native.SET, 0, Native.NOW);
        me.learn(there);
        if (there == Native.NOTIFIED) {
            Steps.step(me, me.place(), Native.INTERRUPT, child.id, 0);
        }
    }

    static boolean isInterrupted(Control me, Control other) {
        if (!Insights.has(Insights.INTERRUPTS)) {
            return false;
        }
        me.initialiserTells();
        if (other != me && Threads.startsTell()) {
            // It may not have taken over an interrupt yet that found it not started.
            handOver(me, other);
        }
        long flag = Steps.step(me, me.place(), Native.IS_INTERRUPTED, other.id, 0);
        me.learn(flag);
        return flag != 0;
    }

    /** Clears the flag of the calling thread; whether it was set. */
    static boolean interrupted(Control me) {
        if (!Insights.has(Insights.INTERRUPTS)) {
            return false;
        }
        me.initialiserTells();
        long flag = Steps.step(me, me.place(), Native.INTERRUPTED, 0, 0);
        me.learn(flag);
        return flag != 0;
    }

    /** What every operation that can be interrupted does first. */
    static void check(Control me) throws InterruptedException {
        if (interrupted(me)) {
            throw new InterruptedException();
        }
    }
}
