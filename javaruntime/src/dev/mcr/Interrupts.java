package dev.mcr;

/**
 * Interrupt flags. Each is a location; waiting operations look at the flag of their thread.
 *
 * <p>Most programs never interrupt anything. So nobody looks at flags until a thread is interrupted for the first time
 * in this JVM; then the exploration begins anew, with flags.
 *
 * <p>The JVM, having set the flag, also gives the thread a permit, with which its next park returns. The code of the JDK
 * goes on waiting then; so that is done only for programs that park by themselves.
 */
final class Interrupts {
    private Interrupts() {}

    /** What operations that can be interrupted add to their patience. */
    static int patience() {
        return Insights.has(Insights.INTERRUPTS) ? Codes.INTERRUPTIBLE : 0;
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
            return Threads.startsTell() && EarlySignals.interrupt(me, thread);
        }
        Insights.show(Insights.INTERRUPTS);
        boolean channels = BlockedIn.isAsked();
        if (channels) {
            BlockedIn.beforeInterrupt(me, other);
        }
        Steps.step(me, me.place(), Codes.INTERRUPT, other.id, 0);
        if (channels) {
            BlockedIn.afterInterrupt(me, other);
        }
        if (givePermits() && !(me == other && ThreadFields.isVirtual(me.thread))) {
            Steps.step(me, me.place(), Codes.UNPARK, other.id, 0);
        }
        ChannelCalls.interrupts(me, other);
        return true;
    }

    /** Whether a thread that is interrupted gets its permit as well. */
    static boolean givePermits() {
        if (programParks) {
            Insights.show(Insights.INTERRUPTS_PERMIT);
        }
        return Insights.has(Insights.INTERRUPTS_PERMIT);
    }

    /** Over all executions. */
    private static boolean programParks;

    static void programParks() {
        programParks = true;
        Remembered.note(Remembered.PARKS, 0, 0);
        if (Insights.has(Insights.INTERRUPTS)) {
            Insights.show(Insights.INTERRUPTS_PERMIT);
        }
    }

    private static boolean areLookedAt(Control me) {
        if (!Insights.has(Insights.INTERRUPTS)) {
            if (!me.vainLooks.isTooMany(me, FLAG)) {
                return false;
            }
            Insights.show(Insights.INTERRUPTS);
        }
        return true;
    }

    static boolean isInterrupted(Control me, Thread thread) {
        if (!areLookedAt(me)) {
            return false;
        }
        me.initialiserTells();
        Control other = Threads.asked(me, thread);
        if (other == null) {
            return EarlySignals.isInterrupted(me, thread);
        }
        return isSet(me, other);
    }

    /** Looks at a thread's flag. */
    static boolean isSet(Control me, Control other) {
        long flag = Steps.step(me, me.place(), Codes.IS_INTERRUPTED, other.id, 0);
        me.learn(flag);
        return flag != 0;
    }

    /** Clears the flag of the calling thread; whether it was set. */
    static boolean interrupted(Control me) {
        if (!areLookedAt(me)) {
            return false;
        }
        me.initialiserTells();
        long flag = Steps.step(me, me.place(), Codes.INTERRUPTED, 0, 0);
        me.learn(flag);
        return flag != 0;
    }

    /** The thread has what it waited for. If it was interrupted meanwhile, that may be what has ended the wait. */
    static boolean mayHaveEndedWait(Control me) {
        return isInterrupted(me, me.thread) && Steps.step(me, me.place(), Codes.CHOOSE, 2, 0) == 1 && interrupted(me);
    }

    /** What every operation that can be interrupted does first. */
    static void check(Control me) throws InterruptedException {
        if (interrupted(me)) {
            throw new InterruptedException();
        }
    }
}
