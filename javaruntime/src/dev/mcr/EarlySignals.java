package dev.mcr;

/**
 * Interrupts of threads that have not started, and permits that such virtual threads are given (others lose them).
 *
 * <p>The flag and the permit belong to threads, which get their identity when they start. What is sent before is kept
 * in a number for each of the two, whose location follows from the name of the thread: 0, {@link #SENT}, or that the
 * thread {@link #RECEIVES} it by itself. The last one is set by the starter, after what was sent is handed over and
 * before the start, and stays: who has seen it may take its time before it turns to the thread.
 */
final class EarlySignals {
    private EarlySignals() {}

    private static final long SENT = 1;
    private static final long RECEIVES = 2;

    private static final long INTERRUPT = 0x6561726c79L;
    private static final long PERMIT = 0x7065726d6974L;

    private static long interrupts(Control me, Thread thread) {
        return Threads.fact(me, thread, INTERRUPT, "interrupted before its start", 'I');
    }

    private static long permits(Control me, Thread thread) {
        return Threads.fact(me, thread, PERMIT, "unparked before its start", 'I');
    }

    /** Interrupts a thread that was not started when it was looked at; false if the JVM has to do it. */
    static boolean interrupt(Control me, Thread thread) {
        if (thread.isAlive()) {
            return false;
        }
        Insights.show(Insights.INTERRUPTS);
        send(me, thread, interrupts(me, thread), Codes.INTERRUPT);
        // The permit is given afterwards: to a virtual thread in any case, to others if they have started by then.
        if (Interrupts.givePermits()) {
            if (ThreadFields.isVirtual(thread)) {
                send(me, thread, permits(me, thread), Codes.UNPARK);
            } else if (Threads.sees(me, thread)) {
                Steps.step(me, me.place(), Codes.UNPARK, Threads.find(thread).id, 0);
            }
        }
        return true;
    }

    /** The same for {@code unpark}. */
    static boolean unpark(Control me, Thread thread) {
        if (thread.isAlive()) {
            return false;
        }
        if (ThreadFields.isVirtual(thread)) {
            send(me, thread, permits(me, thread), Codes.UNPARK);
        }
        return true;
    }

    private static void send(Control me, Thread thread, long location, int action) {
        long sent = Steps.guarded(me, location, Codes.ZERO, 0, Codes.SET, SENT, Codes.NOW);
        me.learn(sent);
        if (sent == Codes.NOTIFIED) {
            return;
        }
        Fences.full(me, me.place());
        // What was sent already is there but once.
        if (Steps.number(me, location) == RECEIVES) {
            Steps.step(me, me.place(), action, Threads.find(thread).id, 0);
        }
    }

    /** Whether a thread was interrupted that was not started when it was looked at. */
    static boolean isInterrupted(Control me, Thread thread) {
        long number = Steps.number(me, interrupts(me, thread));
        if (number != RECEIVES) {
            return number == SENT;
        }
        return Interrupts.isSet(me, Threads.find(thread));
    }

    /** A thread is about to be started. */
    static void starts(Control me, Control child) {
        if (!Threads.startsTell()) {
            return;
        }
        if (Insights.has(Insights.INTERRUPTS)) {
            handOver(me, child, interrupts(me, child.thread), Codes.INTERRUPT);
        }
        if (ThreadFields.isVirtual(child.thread)) {
            handOver(me, child, permits(me, child.thread), Codes.UNPARK);
        }
    }

    private static void handOver(Control me, Control child, long location, int action) {
        long nothing = Steps.guarded(me, location, Codes.ZERO, 0, Codes.SET, RECEIVES, Codes.NOW);
        me.learn(nothing);
        if (nothing != Codes.NOTIFIED) {
            Steps.step(me, me.place(), action, child.id, 0);
            // Until then whoever sends it again, or looks, finds that it was sent.
            Steps.guarded(me, location, Codes.ALWAYS, 0, Codes.SET, RECEIVES, Codes.FOREVER);
        }
    }
}
