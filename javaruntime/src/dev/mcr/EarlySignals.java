package dev.mcr;

/**
 * Interrupts of threads that have not started, and permits that such virtual threads are given (others lose them):
 * handed over by who starts the thread, or, if it has been started meanwhile, by who has sent them.
 */
final class EarlySignals {
    private EarlySignals() {}

    private static final long INTERRUPT = 0x6561726c79L;
    private static final long PERMIT = 0x7065726d6974L;

    /** Whether a thread was interrupted that had not started. */
    private static long interrupted(Control me, Thread thread) {
        return Threads.fact(me, thread, INTERRUPT, "interrupted before its start");
    }

    private static long permitted(Control me, Thread thread) {
        return Threads.fact(me, thread, PERMIT, "unparked before its start");
    }

    /** False if the JVM has to do it. */
    static boolean interrupt(Control me, Thread thread) {
        if (thread.isAlive()) {
            return false;
        }
        Insights.show(Insights.INTERRUPTS);
        if (send(me, thread, interrupted(me, thread))) {
            Interrupts.permits(me, Threads.find(thread));
        }
        return true;
    }

    /** The same for {@code unpark}. */
    static boolean unpark(Control me, Thread thread) {
        if (thread.isAlive()) {
            return false;
        }
        if (ThreadFields.isVirtual(thread)) {
            send(me, thread, permitted(me, thread));
        }
        return true;
    }

    /** Whether a thread was interrupted that has not started. */
    static boolean isInterrupted(Control me, Thread thread) {
        return Steps.number(me, interrupted(me, thread)) != 0;
    }

    /** Whether the thread has started meanwhile. */
    private static boolean send(Control me, Thread thread, long location) {
        Steps.guarded(me, location, Native.ALWAYS, 0, Native.SET, 1, Native.FOREVER);
        boolean started = Threads.sees(me, thread);
        if (started) {
            handOver(me, Threads.find(thread));
        }
        return started;
    }

    /** A thread is about to be started. */
    static void starts(Control me, Control child) {
        if (Threads.startsTell() && (Insights.has(Insights.INTERRUPTS) || ThreadFields.isVirtual(child.thread))) {
            handOver(me, child);
            // Whoever sends something may have found it not started a moment ago.
            child.starts.mayHaveEarlySignals = true;
        }
    }

    /**
     * A thread is about to do something. If that is the first thing, it takes over what was sent while it was not
     * started.
     */
    static void begins(Control me) {
        if (me.starts.mayHaveEarlySignals) {
            me.starts.mayHaveEarlySignals = false;
            handOver(me, me);
            // It does not do so again, should it be at the head of a loop.
            me.changes();
        }
    }

    static void handOver(Control me, Control child) {
        if (Insights.has(Insights.INTERRUPTS)) {
            handOver(me, child, interrupted(me, child.thread), Native.INTERRUPT);
        }
        if (ThreadFields.isVirtual(child.thread)) {
            handOver(me, child, permitted(me, child.thread), Native.UNPARK);
        }
    }

    private static void handOver(Control me, Control child, long location, int action) {
        long there = Steps.guarded(me, location, Native.AT_LEAST, 1, Native.SET, 0, Native.NOW);
        me.learn(there);
        if (there == Native.NOTIFIED) {
            Steps.step(me, me.place(), action, child.id, 0);
        }
    }
}
