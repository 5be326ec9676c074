package dev.mcr;

import java.net.InetAddress;

/** Datagrams that have arrived at a socket, oldest first. What finds no room is lost, as it may be. */
final class NetDatagrams extends NetState {
    private static final long DATAGRAMS = 0x4e4554444154401L;

    /** Bytes for which there is room, as the system has it. */
    private static final int ROOM = 212_992;

    /** One of them. */
    record Datagram(byte[] bytes, InetAddress from, int port, long hash) {}

    private Datagram[] arrived = new Datagram[4];
    private int count;
    private int bytes;
    private boolean closed;
    /** The only one from whom it takes datagrams; null if it takes all. */
    private InetAddress peer;
    private int peerPort;
    /** What it has sent has found nobody. */
    private boolean unreachable;

    NetDatagrams(long name) {
        super(name, DATAGRAMS, "datagrams");
    }

    static Datagram datagram(byte[] bytes, NetSocket from, InetAddress address) {
        long hash = Hash.mix(Hash.mix(bytes.length, from.name), Hash.mix(address.hashCode(), from.localPort));
        for (byte b : bytes) {
            hash = Hash.mix(hash, b);
        }
        return new Datagram(bytes, address, from.localPort, hash);
    }

    @Override
    boolean isReady() {
        return count > 0 || closed || unreachable;
    }

    @Override
    boolean isReadEndClosed() {
        return closed;
    }

    @Override
    long contents() {
        long contents = (closed ? 1 : 0) + (unreachable ? 4 : 0);
        if (peer != null) {
            contents = Hash.mix(contents, Hash.mix(peer.hashCode(), peerPort));
        }
        for (int i = 0; i < count; i++) {
            contents = Hash.mix(contents, arrived[i].hash);
        }
        return contents;
    }

    void arrives(Control me, Datagram datagram) {
        update(me, () -> {
            boolean isWanted = peer == null || peerPort == datagram.port && peer.equals(datagram.from);
            if (!closed && isWanted && bytes + datagram.bytes.length <= ROOM) {
                if (count == arrived.length) {
                    arrived = Copies.of(arrived, 2 * count);
                }
                arrived[count++] = datagram;
                bytes += datagram.bytes.length;
            }
            return null;
        });
    }

    /** From now on it takes only what comes from there; all if null. */
    void connect(Control me, InetAddress to, int port) {
        update(me, () -> {
            peer = to;
            peerPort = port;
            return null;
        });
    }

    void isUnreachable(Control me) {
        update(me, () -> {
            unreachable = true;
            return null;
        });
    }

    /** Whether what it has sent before has found nobody, which is told once. */
    boolean hasFailed(Control me) {
        return update(me, () -> {
            boolean failed = unreachable;
            unreachable = false;
            return failed;
        });
    }

    /** The next one: null if there is none, or if {@link #answer} says why not. */
    Datagram receive(Control me) {
        return update(me, () -> {
            answer = closed ? NetStream.INTERRUPTED : unreachable ? NetStream.BROKEN : NetStream.UNAVAILABLE;
            if (closed || unreachable || count == 0) {
                unreachable = false;
                return null;
            }
            Datagram first = arrived[0];
            count--;
            for (int i = 0; i < count; i++) {
                arrived[i] = arrived[i + 1];
            }
            arrived[count] = null;
            bytes -= first.bytes.length;
            return first;
        });
    }

    /** Why the last {@link #receive} has found none. */
    int answer;

    void close(Control me) {
        update(me, () -> {
            closed = true;
            return null;
        });
    }
}
