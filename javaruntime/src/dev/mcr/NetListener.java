package dev.mcr;

/** Connections to a port that wait to be accepted. */
final class NetListener extends NetState {
    private static final long LISTENER = 0x4e45544c495301L;

    private NetSocket[] waiting = new NetSocket[4];
    private int count;
    private int backlog;
    private boolean listens;
    private boolean closed;

    NetListener(long name, NetPort port) {
        super(port.name, Hash.mix(LISTENER, name), "connections to port " + port.number);
    }

    @Override
    boolean isReady() {
        return count > 0 || closed;
    }

    @Override
    boolean isFull() {
        return listens && !closed && count > backlog;
    }

    @Override
    long contents() {
        long contents = (listens ? 1 : 0) + (closed ? 2 : 0) + ((long) backlog << 8);
        for (int i = 0; i < count; i++) {
            contents = Hash.mix(contents, waiting[i].name);
        }
        return contents;
    }

    void listen(Control me, int wanted) {
        update(me, () -> {
            listens = true;
            // On Linux, one more than it says.
            backlog = wanted;
            return null;
        });
    }

    /** What becomes of an attempt to connect: null if there is no room, false if it is refused. */
    Boolean connect(Control me, NetSocket from, boolean waits) {
        return update(me, () -> {
            if (!listens || closed) {
                return false;
            }
            if (waits && isFull()) {
                return null;
            }
            if (count == waiting.length) {
                waiting = Copies.of(waiting, 2 * count);
            }
            waiting[count++] = from;
            return true;
        });
    }

    /** The other end of the next connection; null if there is none. */
    NetSocket accept(Control me) {
        return update(me, () -> {
            if (count == 0) {
                return null;
            }
            NetSocket first = waiting[0];
            count--;
            for (int i = 0; i < count; i++) {
                waiting[i] = waiting[i + 1];
            }
            waiting[count] = null;
            return first;
        });
    }

    /** Whether it was closed, as the thread has learned. */
    boolean isClosed() {
        return closed;
    }

    /** Who has connected and was not accepted. */
    NetSocket[] close(Control me) {
        return update(me, () -> {
            closed = true;
            NetSocket[] left = Copies.of(waiting, count);
            count = 0;
            return left;
        });
    }
}
