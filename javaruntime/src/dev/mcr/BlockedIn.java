package dev.mcr;

import java.lang.reflect.Method;
import sun.nio.ch.Interruptible;

/**
 * The channel or selector that a thread is in, which an interrupt of the thread closes or wakes up: the JDK keeps it in
 * the {@code Thread} object, under a lock. That lock is a monitor here, and what is under it a location.
 *
 * <p>As long as nobody interrupts anybody, nobody asks.
 */
final class BlockedIn {
    private BlockedIn() {}

    private static final long LOCK = 0x424c4f434b494e01L;
    private static final String OF_CHANNEL = "java.nio.channels.spi.AbstractInterruptibleChannel$1";
    /** Not in every release: what is done once the lock is free. */
    private static final Method AFTERWARDS = find("postInterrupt");

    private static Method find(String name) {
        Control unseen = Hooks.suspend();
        try {
            for (Method method : Interruptible.class.getMethods()) {
                if (method.getName().equals(name)) {
                    return method;
                }
            }
            return null;
        } finally {
            Hooks.resume(unseen);
        }
    }

    /** Of one thread. */
    static final class Blocker extends NetState {
        private Interruptible object;
        private long name;

        Blocker(Control thread) {
            super(thread.id, LOCK, "blocked in");
        }

        @Override
        long contents() {
            return name;
        }

        void set(Control me, Interruptible now) {
            long named = now == null ? 0 : Names.of(me, now);
            update(me, () -> {
                object = now;
                name = named;
                return null;
            });
        }

        Interruptible get(Control me) {
            look(me);
            return object;
        }
    }

    private static Blocker blocker(Control thread) {
        if (thread.blockedIn == null) {
            thread.blockedIn = new Blocker(thread);
        }
        return thread.blockedIn;
    }

    private static long lock(Control thread) {
        long lock = Hash.notNull(Hash.mix(thread.id, LOCK + 1));
        if (Labels.isNew(lock)) {
            Native.labelObject(lock, "lock of interrupts", true);
        }
        return lock;
    }

    /** Over all executions: whether a thread was in something of the kind. */
    private static boolean used;

    /** Whether an interrupt has to look. */
    static boolean isAsked() {
        if (used) {
            Insights.show(Insights.CHANNELS_ARE_INTERRUPTED);
        }
        return Insights.has(Insights.CHANNELS_ARE_INTERRUPTED);
    }

    /** The calling thread is in this from now on, or in nothing if null; false if the JDK has to do it. */
    static boolean set(Control me, Interruptible object) {
        if (me == null || me.isSilent() || object != null && isOfFile(object)) {
            return false;
        }
        if (object != null) {
            used = true;
            Remembered.note(Remembered.CHANNELS_BLOCK, 0, 0);
            if (Insights.has(Insights.INTERRUPTS)) {
                Insights.show(Insights.CHANNELS_ARE_INTERRUPTED);
            }
        }
        if (!Insights.has(Insights.CHANNELS_ARE_INTERRUPTED)) {
            return object != null;
        }
        if (object == null && me.blockedIn == null) {
            return false;
        }
        Steps.step(me, me.place(), Codes.ACQUIRE, lock(me), 0);
        blocker(me).set(me, object);
        Steps.step(me, me.place(), Codes.RELEASE, lock(me), 0);
        return true;
    }

    /** Channels of files have a model of their own. */
    private static boolean isOfFile(Interruptible interruptible) {
        if (!interruptible.getClass().getName().equals(OF_CHANNEL)) {
            return false;
        }
        return ChannelCalls.is(channelOf(interruptible));
    }

    /** The channel of what an interrupt calls. */
    static Object channelOf(Object interruptor) {
        if (outer == 0) {
            outer = Internals.offset(OF_CHANNEL, "this$0");
        }
        return ClassInfo.UNSAFE.getReference(interruptor, outer);
    }

    private static long outer;

    /** Before a thread is interrupted: nobody goes into anything, or out of it. */
    static void beforeInterrupt(Control me, Control other) {
        Steps.step(me, me.place(), Codes.ACQUIRE, lock(other), 0);
    }

    /** It has its flag: what it is in learns of it. */
    static void afterInterrupt(Control me, Control other) {
        Interruptible object = blocker(other).get(me);
        if (object != null) {
            object.interrupt(other.thread);
        }
        Steps.step(me, me.place(), Codes.RELEASE, lock(other), 0);
        if (object != null && AFTERWARDS != null) {
            Internals.invoke(AFTERWARDS, object);
        }
    }
}
