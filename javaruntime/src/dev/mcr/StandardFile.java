package dev.mcr;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Standard output and error of the process. What is written there, by {@link Output} or by a stream over
 * {@code FileDescriptor.out}, is an operation that prints; what is written to standard error is dropped.
 *
 * <p>They are never really closed: they have to be open in the next execution. Whether they are, and the streams above
 * them, is a version for each; nobody looks at it before the program closes something for the first time
 * ({@link Insights}). To look and to print are two operations, although a JVM holds a monitor meanwhile: what is
 * printed after somebody else has closed the stream may as well have been printed before, as its thread has done
 * nothing since it looked.
 */
final class StandardFile {
    static final StandardFile OUT = new StandardFile(FileDescriptor.out, "System.out is closed", Insights.OUT_CLOSES);
    static final StandardFile ERR = new StandardFile(FileDescriptor.err, "System.err is closed", Insights.ERR_CLOSES);

    private final FileDescriptor descriptor;
    private final String state;
    private final int closes;
    private boolean closed;

    private StandardFile(FileDescriptor descriptor, String state, int closes) {
        this.descriptor = descriptor;
        this.state = state;
        this.closes = closes;
    }

    static void reset() {
        OUT.closed = false;
        ERR.closed = false;
    }

    /** The one that is behind a descriptor, or null. */
    static StandardFile of(Object descriptor) {
        return descriptor == OUT.descriptor ? OUT : descriptor == ERR.descriptor ? ERR : null;
    }

    /** The calling thread learns what {@link #changes} has been told of. */
    void look(Control me) {
        if (Insights.has(closes)) {
            me.initialiserTells();
            Versions.look(me, state);
        }
    }

    /** Something is closed, or somebody has found it closed: whoever looks learns that. */
    void changes(Control me) {
        me.initialiserTells();
        Insights.show(closes);
        Versions.update(me, state, Hash.mix(me.id, me.history));
    }

    boolean isClosed() {
        return closed;
    }

    /** To be called after {@link #changes}. */
    void close() {
        closed = true;
    }

    /** A stream over it is closed, and it with the stream. */
    void closeNow(Control me) {
        look(me);
        if (!closed) {
            changes(me);
            closed = true;
        }
    }

    /** A stream over it writes. */
    void write(Control me, byte[] bytes, int offset, int length) {
        if (me.stopping) {
            throw Stop.STOP;
        }
        look(me);
        if (closed) {
            ClassInfo.UNSAFE.throwException(new java.io.IOException("Stream Closed"));
        }
        print(me, new String(bytes, offset, length, StandardCharsets.UTF_8));
    }

    /** The operation. */
    void print(Control me, String text) {
        if (this != OUT || text.isEmpty()) {
            return;
        }
        me.initialiserTells();
        int place = me.place();
        Steps.prepare(me, place);
        Steps.resumed(me, Native.print(Steps.turn(me), place, text));
        Fences.happened(me);
        me.acts();
    }
}
