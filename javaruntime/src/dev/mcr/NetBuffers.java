package dev.mcr;

import java.io.FileDescriptor;
import java.nio.ByteBuffer;

/**
 * Buffers that channels of the network read into and write from. Code of the JDK that is not rewritten copies their
 * contents: before a write has begun, and right after a read is done. There the buffers' versions are looked at and
 * updated.
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
        for (ByteBuffer buffer : buffers) {
            if (buffer != null && writes && Names.isNamed(buffer)) {
                Versions.lookByCall(me, buffer, me.place());
            }
            if (buffer != null && buffer.hasArray() && KeptArrays.isApart(me, buffer, buffer.array())) {
                Native.notCovered(APART, me.place());
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
        for (ByteBuffer buffer : buffers) {
            if (buffer != null && Names.isNamed(buffer)) {
                Versions.update(me, Versions.of(me, buffer), Hash.mix(me.id, me.history), me.place());
            }
        }
    }
}
