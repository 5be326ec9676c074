package dev.mcr;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.channels.Channel;
import java.nio.channels.spi.AbstractInterruptibleChannel;

/**
 * Operations of a {@code FileChannel} of which not all is one step: another thread may close the channel, or interrupt
 * the thread, in the middle.
 *
 * <p>In the JDK an operation (1) finds the channel open, (2) waits for the lock of those that use its position, (3)
 * registers where an interrupt is to find it, (4) asks whether it was interrupted before, (5) finds the channel still
 * open, and does its work, and (6) finds that it was interrupted meanwhile, or not, and leaves the lock. Who interrupts
 * a thread between (3) and (6) closes the channel. Here (1) is the call, (2) to (4) are steps, (5) is one, and (6) is
 * one after it.
 *
 * <p>Most channels are closed by whom they are used by, and nobody interrupts him: then the call is all there is.
 */
final class ChannelCalls {
    private ChannelCalls() {}

    /**
     * Over all executions: by the version of a channel, or of the stream over it, who uses it and who closes it (or
     * {@link FileStates#MANY}); which versions each thread uses; which threads others interrupt.
     */
    private static final LongMap USERS = new LongMap();
    private static final LongMap CLOSERS = new LongMap();
    private static final NamedObjects USED_BY = new NamedObjects();
    private static final LongSet INTERRUPTED = new LongSet();
    /** Those of which the middle matters. */
    private static final LongSet CONTENDED = new LongSet();

    private static final class Used {
        private long[] versions = JointCalls.NONE;
    }

    /** That the middle of operations matters is known before it shows. */
    static void isToBeContended(long version) {
        CONTENDED.add(version);
    }

    private static void contended(long version) {
        if (CONTENDED.add(version)) {
            Insights.channelIsContended(version);
        }
    }

    private static void uses(Control me, long version, boolean interruptible) {
        FileStates.note(Remembered.CHANNELS, USERS, version, key(me));
        if (interruptible) {
            Used used = (Used) USED_BY.get(key(me));
            if (used == null) {
                used = new Used();
                USED_BY.put(key(me), used);
            }
            used.versions = JointCalls.with(used.versions, version);
            Remembered.note(Remembered.THREADS_OF_CHANNELS, version, key(me));
        }
        if (interruptible && INTERRUPTED.contains(key(me)) || areTwo(version)) {
            contended(version);
        }
    }

    /** The calling thread closes a channel. */
    static void closes(Control me) {
        OpaqueCall call = callOf(me);
        if (call != null) {
            FileStates.note(Remembered.CLOSED, CLOSERS, call.group, key(me));
            if (areTwo(call.group)) {
                contended(call.group);
            }
        }
    }

    /** Whether somebody closes a channel that somebody else uses. */
    private static boolean areTwo(long version) {
        long user = USERS.get(version);
        long closer = CLOSERS.get(version);
        return user != 0 && closer != 0 && (user != closer || user == FileStates.MANY);
    }

    /** A thread in these tables, where 0 is none and a negative number is {@link FileStates#MANY}. */
    private static long key(Control thread) {
        return Hash.notNull(Hash.mix(thread.id, IN_USE) & Long.MAX_VALUE);
    }

    /** The call in which a channel is used or closed; null if nobody else can have it. */
    private static OpaqueCall callOf(Control me) {
        OpaqueCall call = me.opaqueCalls == null || me.isSilent() ? null : me.opaqueCalls.versioned();
        return call == null || call.isInCallback() || call.group == 0 ? null : call;
    }

    /** An operation that a thread is in. */
    static final class Operation {
        private final AbstractInterruptibleChannel channel;
        private final OpaqueCall call;
        private final Operation outer;
        private final int depth = Native.depth();
        private final boolean locks;
        /** {@link Steps#taken} before what is announced of the files that it touches. */
        private long before;
        private boolean registered;
        /** Whether the thread was interrupted before. */
        private boolean flag;
        /** Who has interrupted it in the middle has closed the channel. */
        private boolean ended;

        private Operation(AbstractInterruptibleChannel channel, OpaqueCall call, Operation outer, boolean locks) {
            this.channel = channel;
            this.call = call;
            this.outer = outer;
            this.locks = locks;
        }
    }

    /**
     * An operation begins, whose call was an event. {@code locks}: it waits for those that use the position;
     * {@code whole}: the JDK does it as said above. Null if the call is all there is.
     */
    static Operation begin(Control me, Object object, boolean locks, boolean whole) {
        OpaqueCall call = callOf(me);
        AbstractInterruptibleChannel channel = (AbstractInterruptibleChannel) object;
        if (call == null) {
            return null;
        }
        boolean interruptible = !isUninterruptible(channel);
        uses(me, call.group, interruptible);
        boolean contended = CONTENDED.contains(call.group);
        boolean interrupts = Insights.has(Insights.INTERRUPTS) && interruptible;
        if (!contended && !interrupts || !channel.isOpen()) {
            return null;
        }
        if (contended && !whole) {
            Native.notCovered("a channel is locked, mapped, truncated, or transferred while another thread may close "
                    + "it or interrupt this one", me.place());
        }
        CallMonitors.heldInside(me, call);
        Operation operation = new Operation(channel, call, me.channelOperation, contended && locks);
        if (operation.locks) {
            long lock = lock(call.group);
            if (Labels.isNew(lock)) {
                Native.labelObject(lock, "the position of a FileChannel", true);
            }
            Steps.step(me, me.place(), Codes.ACQUIRE, lock, 0);
        }
        if (interrupts) {
            if (contended) {
                JointCalls.update(me, new long[] {inUse(me)}, Hash.mix(me.id, me.history), me.place());
                operation.registered = true;
                me.channelOperation = operation;
                call.versions = JointCalls.with(call.versions, inUse(me));
            }
            operation.flag = Interrupts.isInterrupted(me, me.thread);
        }
        operation.before = Steps.taken;
        return operation;
    }

    /** What it touches besides is announced: here it is known whether the channel is still open. */
    static void goesOn(Control me, Operation operation) {
        OpaqueCall call = operation.call;
        if (Steps.taken == operation.before) {
            FileStates.goesOn(me, call, JointCalls.NONE, Hash.mix(me.id, me.history));
        }
        me.channelOperation = operation;
        if (operation.channel.isOpen()) {
            return;
        }
        if (isUninterruptible(operation.channel)) {
            Native.notCovered("a stream of a file is closed by another thread in the middle of a call", me.place());
            end(me, operation);
            return;
        }
        Internals.invoke(BEGIN, operation.channel);
        end(me, operation);
        Internals.invoke(END, operation.channel, false);
    }

    /** A method of a channel is over, in whatever way. */
    static void ends(Control me) {
        Operation operation = me == null ? null : me.channelOperation;
        if (operation == null || operation.depth != Native.depth()) {
            return;
        }
        end(me, operation);
        if (operation.ended) {
            Internals.invoke(END, operation.channel, true);
        }
    }

    private static void end(Control me, Operation operation) {
        if (operation.registered && !me.stopping) {
            JointCalls.update(me, new long[] {inUse(me)}, Hash.mix(me.id, me.history), me.place());
        }
        me.channelOperation = operation.outer;
        if (operation.locks && !me.stopping) {
            Steps.step(me, me.place(), Codes.RELEASE, lock(operation.call.group), 0);
        }
    }

    /** A thread has been interrupted by another one, which closes the channel that it is using. */
    static void interrupts(Control me, Control other) {
        if (other == me) {
            return;
        }
        INTERRUPTED.add(key(other));
        Remembered.note(Remembered.INTERRUPTED, key(other), 0);
        Used used = (Used) USED_BY.get(key(other));
        if (used == null) {
            return;
        }
        for (long version : used.versions) {
            contended(version);
        }
        Versions.lookBehind(me, inUse(other), me.place());
        Operation operation = other.channelOperation;
        if (operation == null || !operation.registered) {
            return;
        }
        long[] touched = JointCalls.with(operation.call.versions, inUse(other));
        JointCalls.update(me, touched, Hash.mix(me.id, me.history), me.place());
        if (other.channelOperation == operation) {
            close(operation, other);
        }
    }

    private static void close(Operation operation, Control interrupted) {
        boolean open = operation.channel.isOpen();
        try {
            operation.channel.close();
        } catch (IOException e) {
            // Nobody is told, as in the JDK.
        }
        if (interrupted.channelOperation != operation) {
            return;
        }
        if (TARGET_IS_TRIED) {
            operation.ended |=
                    ClassInfo.UNSAFE.compareAndSetReference(operation.channel, TARGET, null, interrupted.thread);
        } else if (open) {
            ClassInfo.UNSAFE.putReferenceVolatile(operation.channel, TARGET, interrupted.thread);
            operation.ended = true;
        }
    }

    /**
     * Whether this is such a channel. Its monitors are free wherever other threads may run: the steps come before it
     * enters them, and after it has left them.
     */
    static boolean is(Object object) {
        return object != null && isChannel(object.getClass());
    }

    /** Whether a class is that of channels of files: its calls are operations, those that it inherits as well. */
    static boolean isChannel(Class<?> type) {
        return type == TYPE;
    }

    private static final Class<?> TYPE = Internals.find("sun.nio.ch.FileChannelImpl");

    /** Whether a channel is one of a stream that the JDK has made, which asks for no interrupts. */
    private static boolean isUninterruptible(Channel channel) {
        if (uninterruptible == 0) {
            uninterruptible = ClassInfo.UNSAFE.objectFieldOffset(channel.getClass(), "uninterruptible");
        }
        return ClassInfo.UNSAFE.getBoolean(channel, uninterruptible);
    }

    private static long uninterruptible;

    /** The operation that the calling thread is in asks for its flag, and has looked at it before; else null. */
    static Boolean flag(Control me, Thread asked) {
        return me == null || me.channelOperation == null || asked != me.thread ? null : me.channelOperation.flag;
    }

    private static long lock(long version) {
        return Hash.notNull(Hash.mix(version, POSITION));
    }

    /** The location that says which channel a thread is using. */
    private static long inUse(Control thread) {
        long name = Hash.notNull(Hash.mix(thread.id, IN_USE));
        if (Labels.isNew(name)) {
            Native.labelObject(name, "the channel in use", true);
        }
        return Access.version(name);
    }

    private static final long POSITION = Hash.text(61, "position of a channel");
    private static final long IN_USE = Hash.text(61, "channel in use");
    private static final Method BEGIN = Internals.method(AbstractInterruptibleChannel.class, "begin");
    private static final Method END = Internals.method(AbstractInterruptibleChannel.class, "end", boolean.class);

    /** In newer releases who interrupts tries to leave the thread, be the channel closed or not. */
    private static final boolean TARGET_IS_TRIED =
            Internals.declares(AbstractInterruptibleChannel.class, "interruptedTarget");
    private static final long TARGET = ClassInfo.UNSAFE.objectFieldOffset(AbstractInterruptibleChannel.class,
            TARGET_IS_TRIED ? "interruptedTarget" : "interrupted");
}
