package dev.mcr;

import java.io.FileDescriptor;
import java.nio.ByteBuffer;

/**
 * Buffers that channels of the network read into and write from. Code of the JDK that is not rewritten copies their
 * contents: before a write has begun, and right after a read is done. There the buffers' versions are looked at and
 * updated. Where a version does not stand for the array below, it is read element by element before it is written from,
 * and what was read is what is written.
 */
final class NetBuffers {
    private NetBuffers() {}

    private static final String APART =
            "a channel of the network uses a buffer whose array is used in another way as well";

    /** A channel is about to read into buffers, or write from them; {@code file}: whose, if that may be no socket. */
    static void use(FileDescriptor file, ByteBuffer[] buffers, boolean writes) {
        Control me = Hooks.self();
        if (me == null || file != null && !NetHooks.isSocket(file)) {
            return;
        }
        me.buffers = buffers;
        me.written = null;
        for (ByteBuffer buffer : buffers) {
            if (buffer != null && writes && Names.isNamed(buffer)) {
                Versions.lookByCall(me, buffer, me.place());
            }
            if (buffer != null && buffer.hasArray() && KeptArrays.isApart(me, buffer, buffer.array())) {
                if (writes && buffers.length == 1) {
                    me.written = (byte[]) Arraycopy.read(me, buffer.array(), buffer.arrayOffset() + buffer.position(),
                            buffer.remaining(), me.place());
                } else {
                    Native.notCovered(APART, me.place());
                }
            }
        }
    }

    /** The buffers that the thread has said have been read into, or written from. */
    static void used(Control me) {
        if (me == null || me.buffers == null) {
            return;
        }
        ByteBuffer[] buffers = me.buffers;
        me.buffers = null;
        me.written = null;
        for (ByteBuffer buffer : buffers) {
            if (buffer != null && Names.isNamed(buffer)) {
                Versions.update(me, Versions.of(me, buffer), Hash.mix(me.id, me.history), me.place());
            }
        }
    }

    /** The bytes in memory that a thread writes; or what it has read of the array from which they were copied. */
    static byte[] written(Control me, long address, int length) {
        if (me != null && me.written != null && me.written.length == length) {
            return me.written;
        }
        byte[] bytes = new byte[length];
        ClassInfo.UNSAFE.copyMemory(null, address, bytes, NetHooks.BYTES, length);
        return bytes;
    }
}
