package dev.mcr;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Connections to peers outside of the program ({@code --network record}). The checker makes them, and has the record of
 * all of them; here is what a thread asks it for. A connection is the same in two executions if the same thread has
 * made it, to the same address, and had connected there as often before.
 *
 * <p>Whatever a peer sends as an answer to what was written is there at once ({@link OutsideStream}), as a process that
 * the program starts takes no time: so it is no news from another thread.
 */
final class Outside {
    private Outside() {}

    private static final boolean RECORDS = Native.recordsNetwork();
    private static final byte[] NOTHING = {};

    /** How often a thread has connected to an address in this execution. */
    private static final Map<Long, Integer> CONNECTED = new HashMap<>();
    private static final List<OutsideStream> STREAMS = new ArrayList<>();

    static void reset() {
        CONNECTED.clear();
        STREAMS.clear();
    }

    /** Whether a socket of a thread may connect to somebody outside. */
    static boolean has(Control me, NetSocket socket) {
        return RECORDS && me != null && socket.stream;
    }

    /** An answer of the checker. */
    record Answer(int code, byte[] bytes) {
        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    static Answer ask(int what, long connection, long at, long more, byte[] bytes) {
        byte[] all = Native.network(what, connection, at, more, bytes == null ? NOTHING : bytes);
        byte[] rest = new byte[all.length - 1];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = all[i + 1];
        }
        return new Answer(all[0], rest);
    }

    /** As {@link Network#connect}: 1, or {@link NetStream#UNAVAILABLE} where a call does not wait. */
    static int connect(Control me, FileDescriptor file, NetSocket socket, InetAddress address, int port)
            throws IOException {
        // Another JVM would connect as well.
        Insights.changesFile(me);
        boolean tries = socket.mode.tries(me);
        long connection = number(me, address, port);
        Answer answer = ask(Codes.ASKS_CONNECT, connection, port, 0, address.getAddress());
        if (answer.code == Codes.STRAYED) {
            strayed(me, answer.text());
        }
        socket.remoteAddress = Network.nameless(address);
        socket.remotePort = port;
        boolean connected = answer.code == Codes.PEER_CONNECTED;
        if (connected) {
            InetAddress local = InetAddress.getByAddress(answer.bytes);
            if (socket.localPort == 0) {
                // A failure may be replayed on another machine.
                Network.bind(me, file, Network.isHere(local) ? local : InetAddress.getLoopbackAddress(), 0, false);
            } else if (socket.localAddress.isAnyLocalAddress()) {
                socket.localAddress = local;
            }
            OutsideStream stream =
                    new OutsideStream(socket.name, connection, address.getHostAddress() + ":" + port);
            STREAMS.add(stream);
            NetStream[] before = {socket.input, socket.output};
            socket.input = stream;
            socket.output = new OutsideOutput(socket.name, stream);
            socket.input.takesPlaceOf(me, before[0]);
            socket.output.takesPlaceOf(me, before[1]);
            if (!socket.attempt.succeeds(me)) {
                // It was closed meanwhile.
                socket.input.closeInput(me);
                socket.output.closeOutput(me, false);
                return NetStream.INTERRUPTED;
            }
        }
        socket.isConnected = connected;
        if (tries) {
            socket.isRefused = !connected;
            return NetStream.UNAVAILABLE;
        }
        if (!connected) {
            throw new ConnectException(answer.text());
        }
        return 1;
    }

    /** What is the same in each execution. */
    private static long number(Control me, InetAddress address, int port) {
        long to = Hash.mix(me.id, port);
        for (byte part : address.getAddress()) {
            to = Hash.mix(to, part);
        }
        // Nothing but this tells how often.
        me.changes();
        Control running = Hooks.suspend();
        try {
            return Hash.notNull(Hash.mix(to, CONNECTED.merge(to, 1, Integer::sum)));
        } finally {
            Hooks.resume(running);
        }
    }

    /** The execution ends here, as nobody knows what comes next. */
    static void strayed(Control me, String line) throws IOException {
        if (me == null) {
            throw new IOException(line);
        }
        Native.notCovered(line, me.place());
        Threads.end(me, Codes.STRAYED_STATUS);
    }

    /**
     * A thread has waited in vain for so long, or would wait for ever ({@code nanos} negative). If a peer has not sent
     * anything yet, and does now, everything begins anew.
     */
    static void insist(Control me, OutsideStream stream, long nanos) {
        long millis = nanos < 0 ? -1 : nanos / 1_000_000;
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(millis).array();
        Answer answer = ask(Codes.ASKS_INSIST, stream.connection, stream.position(), stream.pieces(), bytes);
        if (answer.code == Codes.PEER_LATE) {
            Insights.peerIsLate(Hash.mix(Hash.mix(stream.connection, stream.pieces()), stream.position()));
        } else if (answer.code == Codes.PEER_UNKNOWN) {
            Native.notCovered(answer.text(), me == null ? 0 : me.place());
        }
    }

    /** A selector has found none of its sockets ready for so long. */
    static void insist(Control me, NetSocket[] sockets, int count, long nanos) {
        for (int i = 0; i < count && me != null; i++) {
            if (sockets[i].input instanceof OutsideStream stream && stream.isAwaited()) {
                insist(me, stream, nanos);
            }
        }
    }

    /** The execution is over: those who wait now would wait for ever. */
    static void end() {
        for (OutsideStream stream : STREAMS) {
            if (stream.isAwaited()) {
                insist(null, stream, -1);
            }
        }
    }
}
