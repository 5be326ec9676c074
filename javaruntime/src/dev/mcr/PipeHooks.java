package dev.mcr;

import java.io.PipedInputStream;
import java.io.PipedReader;
import java.lang.reflect.Field;

/**
 * Pipes between threads. Who reads from one into which nobody has written yet asks again each second, in the JDK; here
 * it waits without an end, and the first who writes wakes it up. If nobody does so, that is a deadlock.
 *
 * <p>Who has found a writer goes on as in the JDK: it looks whether that is alive, which nobody would tell.
 *
 * <p>In the JDK who finds nothing to read wakes up all who wait, as there may be one that writes, before it waits
 * itself: several who read wake up one another again and again, and find nothing. Here those who read and those who
 * write have a wait set each, and who reads wakes up those who write, and the other way round. What is left out are
 * rounds in which nothing was learned but that a pipe is as it was.
 */
public final class PipeHooks {
    private PipeHooks() {}

    private static final Field OF_BYTES = field(PipedInputStream.class);
    private static final Field OF_CHARS = field(PipedReader.class);
    private static final long STREAM = ClassInfo.UNSAFE.objectFieldOffset(OF_BYTES);
    private static final long READER = ClassInfo.UNSAFE.objectFieldOffset(OF_CHARS);

    private static Field field(Class<?> pipe) {
        try {
            return pipe.getDeclaredField("writeSide");
        } catch (NoSuchFieldException e) {
            throw new NoSuchFieldError(e.getMessage());
        }
    }

    /** Who the thread is to a pipe: of these two it wakes up the other ones only. */
    static final int READS = 1, WRITES = 2;
    private static final long SET = Hash.text(61, "wait set of a pipe");

    static boolean is(Object object) {
        return object instanceof PipedInputStream || object instanceof PipedReader;
    }

    /** Whether nobody has written. The calling thread has the monitor in which this changes, and has looked in it. */
    private static boolean hasNoWriter(Object pipe) {
        return pipe instanceof PipedInputStream && ClassInfo.UNSAFE.getReference(pipe, STREAM) == null
                || pipe instanceof PipedReader && ClassInfo.UNSAFE.getReference(pipe, READER) == null;
    }

    /** Those who wait to read, or to write. */
    private static long set(long monitor, int side) {
        long set = Hash.notNull(Hash.mix(Hash.mix(monitor, SET), side));
        if (Labels.isNew(set)) {
            Native.labelObject(set, side == READS ? "readers of a pipe" : "writers to a pipe", true);
        }
        return set;
    }

    /** The program itself wakes up who waits for a pipe, be it to read or to write; or waits there with them. */
    static void isUsed(Control me, Object object, boolean waits) {
        if (me != null && is(object)) {
            me.pipeSide = 0;
            if (waits) {
                Native.unsupported("the program itself waits on a pipe, as those do who read from it or write to it");
            }
        }
    }

    /** Code of a pipe waits. */
    static void await(Control me, Object pipe, long millis) throws InterruptedException {
        Monitors.await(me, pipe, set(Monitors.of(me, pipe), me.pipeSide), hasNoWriter(pipe) ? 0 : millis, me.place());
    }

    /** Code of a pipe, or of the program, wakes up who waits. */
    static void notify(Control me, Object pipe, long monitor, boolean all, int site) {
        if (!all) {
            Native.unsupported("the program wakes up one of the threads that wait for a pipe");
        }
        for (int side = READS; side <= WRITES; side++) {
            if (side != me.pipeSide) {
                Steps.step(me, site, Codes.NOTIFY_ALL, monitor, set(monitor, side));
            }
        }
    }

    /** {@code read} begins, and is not in the monitor yet. */
    public static void reads(Object pipe) {
        side(READS);
    }

    /** {@code receive} begins, and is not in the monitor yet. */
    public static void receives(Object pipe) {
        Control me = Hooks.self();
        if (me != null) {
            me.writesTo = pipe;
        }
        side(WRITES);
    }

    /** A method begins that wakes up all. */
    public static void tellsAll(Object pipe) {
        side(0);
    }

    private static void side(int side) {
        Control me = Hooks.self();
        if (me != null) {
            me.pipeSide = side;
        }
    }

    /** {@code Thread.currentThread} in the monitor of a pipe: who is about to write says so first. */
    static Thread currentThread(int site) {
        Control me = Hooks.self();
        if (me != null && me.writesTo != null) {
            Object pipe = me.writesTo;
            me.writesTo = null;
            // It may have been refused before it came here.
            if (Native.owns(me.id, Monitors.of(me, pipe))) {
                Reflection.read(me, pipe instanceof PipedReader ? OF_CHARS : OF_BYTES, pipe, me.place());
                if (hasNoWriter(pipe)) {
                    Monitors.notifyByJdk(me, pipe, true, site);
                }
            }
        }
        return Thread.currentThread();
    }
}
