package dev.mcr;

/**
 * Interrupt flags. Each is a location; waiting operations look at the flag of their thread.
 *
 * <p>Most programs never interrupt anything. So nobody looks at flags until a thread is interrupted for the first time in this
 * JVM; then the exploration begins anew, with flags.
 */
final class Interrupts {
    private Interrupts() {}

    private static boolean used;

    /** What operations that can be interrupted add to their patience. */
    static int patience() {
        return used ? Native.INTERRUPTIBLE : 0;
    }

    private static final long FLAG = 0x696e74657272L;

    /** The flag of a thread as a location, named as in the protocol. */
    static long flag(long thread) {
        return Hash.mix(Hash.mix(thread, FLAG), 1);
    }

    private static void use() {
        if (!used) {
            used = true;
            Native.restart();
        }
    }

    /** False if the JVM has to do it: the flag of a thread that was not started is set by whoever starts it. */
    static boolean interrupt(Control me, Thread thread) {
        Control other = Threads.asked(me, thread);
        if (other == null) {
            return false;
        }
        use();
        Hooks.step(me, me.callSite, Native.INTERRUPT, other.id, 0);
        return true;
    }

    /** A thread that was interrupted before its start has its flag set from the beginning. */
    static void started(Control me, Control child) {
        // Such a thread is not one of this execution yet: its own flag counts.
        if (wasInterrupted(child.thread)) {
            use();
            Hooks.step(me, me.callSite, Native.INTERRUPT, child.id, 0);
        }
    }

    private static boolean wasInterrupted(Thread thread) {
        Control me = Hooks.suspend();
        try {
            return thread.isInterrupted();
        } finally {
            Hooks.resume(me);
        }
    }

    static boolean isInterrupted(Control me, Control other) {
        if (!used) {
            return false;
        }
        long flag = Hooks.step(me, me.callSite, Native.IS_INTERRUPTED, other.id, 0);
        me.learn(flag);
        return flag != 0;
    }

    /** Clears the flag of the calling thread; whether it was set. */
    static boolean interrupted(Control me) {
        if (!used) {
            return false;
        }
        long flag = Hooks.step(me, me.callSite, Native.INTERRUPTED, 0, 0);
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
