package dev.mcr;

/**
 * One direction of a connection: bytes that one end has written and the other has not read yet. What is read and
 * written is as on Linux over the loopback interface: who writes to an end that was closed succeeds once; an end that
 * is closed with unread bytes resets the connection.
 */
class NetStream extends NetState {
    private static final long STREAM = 0x4e455453545201L;

    /** What a read answers in the place of a number of bytes, as the JDK's native code does. */
    static final int END = -1;
    static final int UNAVAILABLE = -2;
    static final int INTERRUPTED = -3;
    /** The connection was reset; the other end is gone. */
    static final int RESET = -10;
    static final int BROKEN = -11;

    /** How many bytes there is room for, unless a program says otherwise. */
    static final int ROOM = 1 << 16;

    private byte[] bytes = new byte[64];
    private int start;
    private int size;
    /** There was no room, and there is not much yet: as in the system, who waits for it waits for more than a byte. */
    private boolean full;
    /** The writing end has said that nothing more comes. */
    private boolean ended;
    /** The reading end takes nothing more: it has shut its input, or was closed. */
    private boolean unread;
    /** It was closed, and what is written now finds nobody. */
    private boolean readerClosed;
    private boolean writerClosed;
    /** Bytes were written to an end that was closed. */
    private boolean broken;
    private boolean reset;
    /** One of the ends has been told of the reset. */
    private boolean resetTold;

    /** Who writes when nobody can read any more is told at once, as with pipes. */
    private final boolean tells;

    NetStream(long name, boolean toFirst) {
        this(name, toFirst, false);
    }

    private NetStream(long name, boolean toFirst, boolean tells) {
        super(name, toFirst ? STREAM : STREAM + 1, toFirst ? "input" : "output");
        this.tells = tells;
    }

    /** What has a state of another kind. */
    NetStream(long name, long key, String label) {
        super(name, key, label);
        tells = false;
    }

    static NetStream ofPipe(long name) {
        return new NetStream(name, true, true);
    }

    @Override
    boolean isReady() {
        return size > 0 || ended || unread || reset;
    }

    @Override
    boolean isFull() {
        return full && !readerClosed && !writerClosed && !ended && !reset;
    }

    @Override
    boolean isReadEndClosed() {
        return readerClosed;
    }

    @Override
    boolean isWriteEndClosed() {
        return writerClosed;
    }

    @Override
    long contents() {
        long flags = (ended ? 1 : 0) + (unread ? 2 : 0) + (readerClosed ? 4 : 0) + (writerClosed ? 8 : 0)
                + (broken ? 16 : 0) + (reset ? 32 : 0) + (resetTold ? 64 : 0) + (full ? 128 : 0);
        if (size == 0) {
            return flags == 0 ? 0 : Hash.mix(STREAM, flags);
        }
        long contents = Hash.mix(flags, size);
        for (int i = 0; i < size; i++) {
            contents = Hash.mix(contents, bytes[start + i]);
        }
        return contents;
    }

    /** How many bytes were read into an array; or one of the numbers above. */
    int read(Control me, byte[] into, int offset, int length) {
        return update(me, () -> {
            if (unread) {
                return readerClosed ? INTERRUPTED : END;
            }
            if (size == 0) {
                if (reset && !resetTold) {
                    resetTold = true;
                    return RESET;
                }
                return reset || ended ? END : UNAVAILABLE;
            }
            int n = Math.min(length, size);
            System.arraycopy(bytes, start, into, offset, n);
            start += n;
            size -= n;
            full &= size > ROOM / 2;
            return n;
        });
    }

    /** Of so many bytes each number may be what a read returns; of more: all, all but one, half of them, or one. */
    private static final int EACH = 16;

    /**
     * How many bytes the next read is to return at most: {@code length}, or with {@code partial-io} any number of those
     * that are there now. What comes in between the look and the read counts as coming later, which it may.
     */
    int most(Control me, int length) {
        if (!Native.readsInParts() || me == null || me.isSilent()) {
            return length;
        }
        look(me);
        int there = Math.min(length, size);
        if (there <= 1) {
            return length;
        }
        int[] fewer = {there, there - 1, there / 2, 1};
        int choices = there <= EACH ? there : fewer.length;
        int chosen = (int) Steps.step(me, me.place(), Codes.CHOOSE, choices, 0);
        return there <= EACH ? there - chosen : fewer[chosen];
    }

    /** How many of these bytes were written; or one of the numbers above. */
    int write(Control me, byte[] from, int offset, int length) {
        return update(me, () -> {
            if (writerClosed) {
                return INTERRUPTED;
            }
            if (reset && !resetTold) {
                resetTold = true;
                return RESET;
            }
            if (reset || broken || ended) {
                return BROKEN;
            }
            if (readerClosed) {
                broken = true;
                return length;
            }
            if (full) {
                return UNAVAILABLE;
            }
            int n = Math.min(length, ROOM - size);
            add(from, offset, n);
            full = size == ROOM;
            return n;
        });
    }

    private void add(byte[] from, int offset, int n) {
        if (start + size + n > bytes.length) {
            byte[] larger = size + n > bytes.length ? new byte[Math.max(size + n, 2 * bytes.length)] : bytes;
            System.arraycopy(bytes, start, larger, 0, size);
            bytes = larger;
            start = 0;
        }
        System.arraycopy(from, offset, bytes, start + size, n);
        size += n;
    }

    /** How many bytes can be read at once. */
    int available(Control me) {
        look(me);
        return unread ? 0 : size;
    }

    /** The reading end takes nothing more. */
    void shutInput(Control me) {
        update(me, () -> {
            unread = true;
            return null;
        });
    }

    /** The writing end writes nothing more. */
    void shutOutput(Control me) {
        update(me, () -> {
            ended = true;
            return null;
        });
    }

    /** The reading end is closed; whether something was left to read, so that what is written from now on fails. */
    boolean closeInput(Control me) {
        return update(me, () -> {
            boolean left = size > 0;
            unread = true;
            readerClosed = true;
            broken |= left || tells;
            start = 0;
            size = 0;
            return left;
        });
    }

    /**
     * The writing end is closed; {@code abruptly}: the connection is reset, which those do not notice who know that
     * nothing more comes. Whether they do.
     */
    boolean closeOutput(Control me, boolean abruptly) {
        return update(me, () -> {
            writerClosed = true;
            boolean resets = abruptly && !ended;
            reset |= resets;
            ended |= !abruptly;
            return resets;
        });
    }

    /** The connection was reset: the next write fails because of that, unless a read has. */
    void isReset(Control me, boolean isTold) {
        update(me, () -> {
            reset = true;
            resetTold = isTold;
            return null;
        });
    }
}
