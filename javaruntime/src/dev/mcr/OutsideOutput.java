package dev.mcr;

/**
 * What is written to a peer outside of the program. There is always room, and all of it is in the state of the
 * connection ({@link OutsideStream}): what comes depends on what was written.
 */
final class OutsideOutput extends NetStream {
    private final OutsideStream connection;

    OutsideOutput(long name, OutsideStream connection) {
        super(name, false);
        this.connection = connection;
    }

    @Override
    boolean isReady() {
        return false;
    }

    @Override
    boolean isFull() {
        return false;
    }

    @Override
    long contents() {
        return 0;
    }

    @Override
    void look(Control me) {
        // It never changes.
    }

    @Override
    boolean await(Control me, long bit, boolean set, long nanos) {
        return true;
    }

    @Override
    void awaitInterruptibly(Control me, long bit, boolean set, long nanos) {
        // There is room.
    }

    @Override
    int write(Control me, byte[] from, int offset, int length) {
        return connection.write(me, from, offset, length);
    }

    @Override
    void shutOutput(Control me) {
        connection.shutOutput(me);
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
