package dev.mcr;

import java.io.PipedInputStream;
import java.io.PipedReader;

/**
 * Pipes between threads. Who reads from one into which nobody has written yet asks again each second, in the JDK; here
 * it waits without an end, and the first who writes wakes it up. If nobody does so, that is a deadlock.
 *
 * <p>Who has found a writer goes on as in the JDK: it looks whether that is alive, which nobody would tell.
 */
public final class PipeHooks {
    private PipeHooks() {}

    private static final long STREAM = Internals.offset("java.io.PipedInputStream", "writeSide");
    private static final long READER = Internals.offset("java.io.PipedReader", "writeSide");

    /** Whether nobody has written. The calling thread has the monitor in which this changes, and has looked in it. */
    static boolean hasNoWriter(Object pipe) {
        return pipe instanceof PipedInputStream && ClassInfo.UNSAFE.getReference(pipe, STREAM) == null
                || pipe instanceof PipedReader && ClassInfo.UNSAFE.getReference(pipe, READER) == null;
    }

    /** {@code receive} begins, and is not in the monitor yet. */
    public static void receives(Object pipe) {
        Control me = Hooks.self();
        if (me != null) {
            me.writesTo = pipe;
        }
    }

    /** {@code Thread.currentThread} in the monitor of a pipe: who is about to write says so first. */
    static Thread currentThread(int site) {
        Control me = Hooks.self();
        if (me != null && me.writesTo != null) {
            Object pipe = me.writesTo;
            me.writesTo = null;
            // It may have been refused before it came here.
            if (hasNoWriter(pipe) && Native.owns(me.id, Monitors.of(me, pipe))) {
                Monitors.notifyByJdk(me, pipe, true, site);
            }
        }
        return Thread.currentThread();
    }
}
