package dev.mcr;

import dev.mcr.FileNames.Use;
import java.nio.channels.FileChannel.MapMode;
import sun.nio.ch.Interruptible;

/** What methods of channels of files call: see {@link ChannelCalls}. */
public final class ChannelHooks {
    private ChannelHooks() {}

    private static long channelPath;
    private static long channelDescriptor;
    private static long channelLocks;

    /** A step of an operation of a channel. */
    private static void use(Use use, Object object) {
        findFields(object);
        FileHooks.useOpen(use, object, channelPath, channelDescriptor);
    }

    private static void findFields(Object channel) {
        if (channelPath == 0) {
            channelDescriptor = FileHooks.offset(channel.getClass(), "fd");
            channelLocks = FileHooks.offset(channel.getClass(), "fileLockTable");
            channelPath = FileHooks.path(channel.getClass());
        }
    }

    /** {@code use}: of the file, or null. Else as in {@link ChannelCalls#begin}. */
    private static void operate(Use use, Object channel, boolean locks, boolean whole) {
        Control me = Hooks.self();
        if (me == null) {
            return;
        }
        ChannelCalls.Operation operation = ChannelCalls.begin(me, channel, locks, whole);
        if (use != null) {
            use(use, channel);
        }
        if (operation != null) {
            ChannelCalls.goesOn(me, operation);
        }
    }

    public static void channelRead(Object channel) {
        operate(Use.LOOK_OPEN, channel, true, true);
    }

    public static void channelReadAt(Object channel) {
        operate(Use.LOOK_OPEN, channel, false, true);
    }

    public static void channelWrite(Object channel) {
        operate(Use.CHANGE_OPEN, channel, true, true);
        isWritten(channel);
    }

    public static void channelWriteAt(Object channel) {
        operate(Use.CHANGE_OPEN, channel, false, true);
        isWritten(channel);
    }

    private static void isWritten(Object channel) {
        if (Hooks.self() != null
                && StandardFile.of(ClassInfo.UNSAFE.getReference(channel, channelDescriptor)) == StandardFile.OUT) {
            Native.notCovered("standard output is written to through a channel", 0);
        }
    }

    public static void channelPosition(Object channel) {
        operate(null, channel, true, true);
    }

    public static void channelForced(Object channel) {
        operate(null, channel, false, true);
    }

    public static void channelHandsOn(Object channel) {
        operate(Use.LOOK_OPEN, channel, true, false);
    }

    public static void channelTruncated(Object channel) {
        operate(Use.CHANGE_OPEN, channel, true, false);
        isWritten(channel);
    }

    public static void channelMapped(Object channel, Object mode, long position, long size) {
        if (Hooks.self() != null) {
            findFields(channel);
            MappedFiles.map((String) ClassInfo.UNSAFE.getReference(channel, channelPath));
            operate(mode == MapMode.READ_WRITE ? Use.CHANGE_OPEN : Use.LOOK_OPEN, channel, true, false);
        }
    }

    public static void channelMappedAsSegment(Object channel) {
        if (Hooks.self() != null) {
            operate(Use.CHANGE_OPEN, channel, true, false);
            Native.notCovered("a file is mapped into memory as a segment", 0);
        }
    }

    public static void channelLocks(Object channel) {
        operate(Use.LOCK, channel, false, false);
    }

    public static void channelUnlocks(Object channel) {
        use(Use.LOCK, channel);
    }

    // java.nio.channels.spi.AbstractInterruptibleChannel.

    /** {@code interruptible}: what the thread is in from now on, or null. */
    public static boolean blockedOn(Interruptible interruptible) {
        return BlockedIn.set(Hooks.self(), interruptible);
    }

    /** Code that channels of files and of the network have in common runs for this one. */
    public static void channelCode(Object channel) {
        Control me = Hooks.self();
        if (me != null) {
            me.channelCode = me.channelCode << 1 | (ChannelCalls.is(channel) ? 1 : 0);
        }
    }

    /** The same, for what an interrupt calls. */
    public static void interruptorCode(Object interruptor) {
        channelCode(BlockedIn.channelOf(interruptor));
    }

    public static void channelCodeBegins() {
        // For which channel is said by the hooks above.
    }

    public static void channelCodeEnds() {
        Control me = Hooks.self();
        if (me != null) {
            me.channelCode >>>= 1;
        }
    }

    // Around methods of channels.

    public static void channelBegins() {
        // What begins is said by the hooks above.
    }

    public static void channelEnds() {
        ChannelCalls.ends(Hooks.self());
    }

    /** With a channel go its locks. That is said before the JDK enters the monitor in which it closes the channel. */
    public static void channelCloses(Object channel) {
        channelCode(channel);
        Control me = Hooks.self();
        if (me != null && ChannelCalls.is(channel)) {
            letsGo(me, channel);
            me.closing = channel;
            me.scopes.pin(me);
        }
    }

    /** An operation that finds that it was interrupted closes the channel in another way. */
    public static void channelIsClosed(Object channel) {
        Control me = Hooks.self();
        if (me != null && me.closing != channel) {
            letsGo(me, channel);
        }
    }

    private static void letsGo(Control me, Object channel) {
        ChannelCalls.closes(me);
        if (channelPath != 0 && ClassInfo.UNSAFE.getReference(channel, channelLocks) != null) {
            use(Use.LOCK, channel);
        }
    }
}
