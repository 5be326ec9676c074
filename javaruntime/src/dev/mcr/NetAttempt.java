package dev.mcr;

/**
 * The attempt of a socket to connect, which may have to wait for a place among the connections of a server, and which
 * ends when the socket is closed.
 */
final class NetAttempt extends NetState {
    private static final long ATTEMPT = 0x4e455441545401L;

    private boolean connected;
    private boolean closed;
    /** There may be room now. */
    private boolean called;

    NetAttempt(long name) {
        super(name, ATTEMPT, "connection");
    }

    @Override
    boolean isReady() {
        return called || closed;
    }

    @Override
    boolean isWriteEndClosed() {
        return closed;
    }

    @Override
    long contents() {
        return (connected ? 1 : 0) + (closed ? 2 : 0) + (called ? 4 : 0);
    }

    /** There is room, or nobody will make any. */
    void call(Control me) {
        update(me, () -> {
            called = true;
            return null;
        });
    }

    /** Begins, or goes on; false if the socket was closed. */
    boolean goesOn(Control me) {
        return update(me, () -> {
            called = false;
            return !closed;
        });
    }

    /** The connection is there; false if the socket was closed. */
    boolean succeeds(Control me) {
        return update(me, () -> {
            connected = !closed;
            return connected;
        });
    }

    /** The socket is closed; whether there was a connection. */
    boolean close(Control me) {
        return update(me, () -> {
            closed = true;
            return connected;
        });
    }
}
