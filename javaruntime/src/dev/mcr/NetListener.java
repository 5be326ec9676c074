package dev.mcr;

/** Connections to a port that wait to be accepted. */
final class NetListener extends NetState {
    private static final long LISTENER = 0x4e45544c495301L;

    private NetSocket[] waiting = new NetSocket[4];
    private int count;
    /** Those for which there was no room. */
    private NetSocket[] outside = new NetSocket[0];
    private int backlog;
    private boolean listens;
    private boolean closed;

    NetListener(long name) {
        super(name, LISTENER);
    }

    @Override
    boolean isReady() {
        return count > 0 || closed;
    }

    @Override
    boolean isFull() {
        // On Linux there is room for one more than it says.
        return listens && !closed && count > backlog;
    }

    @Override
    boolean isReadEndClosed() {
        return closed;
    }

    @Override
    long contents() {
        long contents = (listens ? 1 : 0) + (closed ? 2 : 0) + ((long) backlog << 8);
        for (int i = 0; i < count; i++) {
            NetSocket from = waiting[i];
            contents = Hash.mix(Hash.mix(contents, from.name), Hash.mix(from.localAddress.hashCode(), from.localPort));
        }
        for (NetSocket socket : outside) {
            contents = Hash.mix(contents, socket.name);
        }
        return contents;
    }

    void listen(Control me, NetPort port, int wanted) {
        label(port.name, "connections to port " + port.number);
        update(me, () -> {
            listens = true;
            backlog = wanted;
            return null;
        });
    }

    /** Whether an attempt to connect succeeds; null if there is no room: then it is called when there is. */
    Boolean connect(Control me, NetSocket from) {
        return update(me, () -> {
            if (!listens || closed) {
                return false;
            }
            if (isFull()) {
                for (NetSocket other : outside) {
                    if (other == from) {
                        return null;
                    }
                }
                outside = Copies.of(outside, outside.length + 1);
                outside[outside.length - 1] = from;
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
        NetSocket[][] called = {NONE};
        NetSocket accepted = update(me, () -> {
            if (count == 0) {
                return null;
            }
            NetSocket first = waiting[0];
            count--;
            for (int i = 0; i < count; i++) {
                waiting[i] = waiting[i + 1];
            }
            waiting[count] = null;
            called[0] = outside;
            outside = NONE;
            return first;
        });
        call(me, called[0]);
        return accepted;
    }

    /** Whether it was closed, as the thread has learned. */
    boolean isClosed() {
        return closed;
    }

    /** Who has connected and was not accepted. */
    NetSocket[] close(Control me) {
        NetSocket[][] called = {NONE};
        NetSocket[] left = update(me, () -> {
            closed = true;
            called[0] = outside;
            outside = NONE;
            NetSocket[] all = Copies.of(waiting, count);
            count = 0;
            return all;
        });
        call(me, called[0]);
        return left;
    }

    private static void call(Control me, NetSocket[] sockets) {
        for (NetSocket socket : sockets) {
            socket.attempt.call(me);
        }
    }

    private static final NetSocket[] NONE = {};
}
