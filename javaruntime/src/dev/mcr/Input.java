package dev.mcr;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * {@code System.in}: the input that the checker was given, from the beginning in each execution.
 *
 * <p>The checker reads it as far as programs ask for it, and keeps it as a list of entries: the bytes that came at
 * once, and pauses, where nothing was there when {@code available} asked for the first time. Entries never change, so
 * what a read gives depends on nothing but how much was read before. That is what the version of {@code System.in}
 * stands for: it is a {@code BufferedInputStream}, as in any JVM, which is not rewritten, so that each call of it is
 * one update ({@link Calls}); whatever is built on it shares its version.
 *
 * <p>Invariant: a thread gets into a method of the JDK's class only within such an update, so that no other thread has
 * its monitor.
 */
final class Input extends BufferedInputStream {
    /** What the program calls the state of its input; lines that {@code java.lang.IO} has read ahead belong to it. */
    static final String STATE = "System.in";

    private Input() {
        super(new Entries());
    }

    /** {@code System.in} of a new execution. */
    static InputStream open() {
        Input input = new Input();
        Names.name(input, Versions.stateName(STATE));
        return input;
    }

    /** Whether this is it. What its methods return is new, so nobody else finds that. */
    static boolean is(Object object) {
        return object instanceof Input;
    }

    /** The calling thread uses it, be it from inside code that is not rewritten. */
    private void use() {
        Control me = Hooks.self();
        if (me == null) {
            return;
        }
        if (me.stopping) {
            throw Stop.STOP;
        }
        CallEvents.usedInside(me, this);
    }

    @Override
    public int read() throws IOException {
        use();
        return super.read();
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        use();
        return super.read(into, from, length);
    }

    @Override
    public long skip(long count) throws IOException {
        use();
        return super.skip(count);
    }

    @Override
    public int available() throws IOException {
        use();
        return super.available();
    }

    @Override
    public void mark(int limit) {
        use();
        super.mark(limit);
    }

    @Override
    public void reset() throws IOException {
        use();
        super.reset();
    }

    @Override
    public void close() throws IOException {
        use();
        super.close();
    }

    @Override
    public long transferTo(OutputStream out) throws IOException {
        use();
        return super.transferTo(out);
    }

    /** What is below the buffer. */
    private static final class Entries extends InputStream {
        private static final int FIRST = 8;
        private static final byte[] PAUSE = {};

        /** Entries that this JVM knows. */
        private static byte[][] known = new byte[FIRST][];
        private static int count;

        /** Where it is: the entry, and how many bytes of that were read. */
        private int entry;
        private int offset;

        /** An entry; null: there is no more. */
        private static byte[] entry(int number, boolean wait) {
            if (number < count) {
                return known[number];
            }
            byte[] next = Native.input(number, wait);
            if (next != null) {
                if (count == known.length) {
                    known = Copies.of(known, 2 * count);
                }
                known[count++] = next.length == 0 ? PAUSE : next;
            }
            return next;
        }

        /** The entry with the next bytes; null at the end. */
        private byte[] current(boolean wait) {
            byte[] bytes = entry(entry, wait);
            while (bytes != null && offset == bytes.length && (wait || bytes != PAUSE)) {
                entry++;
                offset = 0;
                bytes = entry(entry, wait);
            }
            return bytes;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int length) {
            if (length == 0) {
                return 0;
            }
            byte[] bytes = current(true);
            if (bytes == null) {
                return -1;
            }
            int read = Math.min(length, bytes.length - offset);
            System.arraycopy(bytes, offset, into, from, read);
            offset += read;
            return read;
        }

        @Override
        public int available() {
            byte[] bytes = current(false);
            return bytes == null ? 0 : bytes.length - offset;
        }
    }
}
