package dev.mcr;

import java.io.IOException;

/**
 * A connection to a peer outside of the program, and what comes over it: pieces, as they are in the record. Somebody
 * who has read all that has come asks for the next one. It comes when so much has been written as had been when it was
 * recorded.
 *
 * <p>Who has asked in vain is told by the writes that come later: each of them asks again. So threads wait as for
 * another thread of the program, which writes.
 *
 * <p>Invariant: all that it says follows from what was written and asked, and from the record.
 */
final class OutsideStream extends NetStream {
    private static final long OUTSIDE = 0x4f55545349444501L;

    final long connection;
    private byte[] bytes = {};
    private int start;
    /** How many pieces have come, and how many bytes were written; that nothing more is counts as one. */
    private int pieces;
    private long position;
    private boolean ended;
    private boolean reset;
    private boolean resetTold;
    /** Somebody has asked in vain since the last piece. */
    private boolean awaited;
    /** The program reads, or writes, no more; and has closed it. */
    private boolean unread;
    private boolean shut;
    private boolean closed;
    private boolean broken;
    /** What the program is not to do: the execution ends. */
    private String strayed;
    /** The same, where that is of no consequence unless it reads again. */
    private String strays;

    OutsideStream(long name, long connection, String peer) {
        super(name, OUTSIDE, "connection to " + peer);
        this.connection = connection;
    }

    long position() {
        return position;
    }

    int pieces() {
        return pieces;
    }

    /** Whether somebody waits for a piece, or has. */
    boolean isAwaited() {
        return awaited && !unread;
    }

    private boolean isEmpty() {
        return start == bytes.length;
    }

    @Override
    boolean isReady() {
        return !isEmpty() || ended || reset || unread;
    }

    @Override
    boolean isFull() {
        return false;
    }

    @Override
    long contents() {
        long flags = (ended ? 1 : 0) + (reset ? 2 : 0) + (resetTold ? 4 : 0) + (awaited ? 8 : 0) + (unread ? 16 : 0)
                + (shut ? 32 : 0) + (closed ? 64 : 0) + (broken ? 128 : 0);
        if (flags == 0 && position == 0 && pieces == 0) {
            return 0;
        }
        return Hash.mix(Hash.mix(Hash.mix(connection, flags), position), Hash.mix(pieces, start));
    }

    /** Asks for the next piece, if there is nothing to read. */
    private void fill() {
        if (isReady() || closed) {
            return;
        }
        if (strays != null) {
            strayed = strays;
            return;
        }
        Outside.Answer answer = Outside.ask(Codes.ASKS_READ, connection, position, pieces, null);
        awaited = answer.code() == Codes.PEER_SILENT || answer.code() == Codes.PEER_UNKNOWN;
        switch (answer.code()) {
            case Codes.PEER_UNKNOWN:
                Native.notCovered(answer.text(), 0);
                break;
            case Codes.PEER_BYTES:
                bytes = answer.bytes();
                start = 0;
                pieces++;
                break;
            case Codes.PEER_END:
                ended = true;
                pieces++;
                break;
            case Codes.PEER_RESET:
                reset = true;
                pieces++;
                break;
            case Codes.STRAYED:
                strayed = answer.text();
                break;
            default:
        }
    }

    /** One step; the execution ends after it if nobody knows what comes. */
    private <T> T act(Control me, Change<T> change) {
        T answer = update(me, change);
        if (strayed != null) {
            String line = strayed;
            strayed = null;
            try {
                Outside.strayed(me, line);
            } catch (IOException e) {
                // A thread of the JDK.
                ended = true;
            }
        }
        return answer;
    }

    @Override
    void look(Control me) {
        act(me, () -> {
            fill();
            return null;
        });
    }

    @Override
    boolean await(Control me, long bit, boolean set, long nanos) {
        look(me);
        if (isReady() || nanos == 0) {
            return isReady();
        }
        boolean came = super.await(me, bit, set, nanos);
        if (!came && me != null && isAwaited()) {
            Outside.insist(me, this, nanos);
        }
        return came;
    }

    @Override
    void awaitInterruptibly(Control me, long bit, boolean set, long nanos) {
        look(me);
        super.awaitInterruptibly(me, bit, set, nanos);
    }

    @Override
    int read(Control me, byte[] into, int offset, int length) {
        return act(me, () -> {
            if (unread) {
                return closed ? INTERRUPTED : END;
            }
            fill();
            if (isEmpty()) {
                if (reset && !resetTold) {
                    resetTold = true;
                    return RESET;
                }
                return reset || ended ? END : UNAVAILABLE;
            }
            int n = Math.min(length, bytes.length - start);
            System.arraycopy(bytes, start, into, offset, n);
            start += n;
            return n;
        });
    }

    @Override
    int available(Control me) {
        look(me);
        return unread ? 0 : bytes.length - start;
    }

    @Override
    int write(Control me, byte[] from, int offset, int length) {
        return act(me, () -> {
            if (closed) {
                return INTERRUPTED;
            }
            if (shut || broken) {
                return BROKEN;
            }
            byte[] part = new byte[length];
            System.arraycopy(from, offset, part, 0, length);
            Outside.Answer answer = Outside.ask(Codes.ASKS_WRITE, connection, position, 0, part);
            if (answer.code() == Codes.PEER_BROKEN) {
                broken = true;
                return reset || resetTold ? BROKEN : toldReset(answer.text());
            }
            if (answer.code() == Codes.STRAYED) {
                strayed = answer.text();
                return length;
            }
            position += length;
            if (awaited) {
                fill();
            }
            return length;
        });
    }

    /** The number for what the system says. */
    private int toldReset(String reason) {
        boolean isReset = reason.startsWith("Connection reset");
        reset |= isReset;
        resetTold |= isReset;
        return isReset ? RESET : BROKEN;
    }

    @Override
    void shutInput(Control me) {
        act(me, () -> {
            unread = true;
            return null;
        });
    }

    @Override
    void shutOutput(Control me) {
        act(me, () -> {
            if (shut || closed) {
                return null;
            }
            shut = true;
            Outside.Answer answer = Outside.ask(Codes.ASKS_SHUT, connection, position, 0, null);
            if (answer.code() == Codes.STRAYED) {
                // Who closes a socket says so as well.
                strays = answer.text();
            } else {
                position++;
            }
            if (awaited) {
                fill();
            }
            return null;
        });
    }

    /** The end of the program is closed, both ways; what is left to read is nobody's. */
    @Override
    boolean closeInput(Control me) {
        return act(me, () -> {
            if (!closed) {
                Outside.ask(Codes.ASKS_CLOSE, connection, position, 0, null);
            }
            unread = true;
            closed = true;
            return false;
        });
    }

    @Override
    boolean closeOutput(Control me, boolean abruptly) {
        return false;
    }

    @Override
    void isReset(Control me, boolean isTold) {
        // The record says when.
    }
}
