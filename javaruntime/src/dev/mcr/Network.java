package dev.mcr;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.PortUnreachableException;
import java.net.SocketException;

/**
 * The network inside the program: sockets by the numbers that stand for files of the operating system, and what the JDK
 * asks the system of them. The JDK's classes are rewritten as others are; here is only what is below them.
 *
 * <p>Numbers, and ports that nobody has chosen, follow from what the thread that asks for them has done: they are the
 * same in each execution.
 */
final class Network {
    private Network() {}

    /** No file of the system has such a number. */
    private static final int FIRST = 1 << 28;
    private static final int FIRST_PORT = 32768;
    private static final int PORTS = 28232;
    private static final int SOCKET_LEVEL = 1;
    private static final int LINGER = 13;
    /** As the system has them. */
    private static final int ADD = 1, DELETE = 2;
    private static final int NO_ENTRY = 2, BAD_NUMBER = 9, EXISTS = 17;

    private static final long FD = Internals.offset("java.io.FileDescriptor", "fd");

    private static NamedObjects open = new NamedObjects();
    private static NamedObjects selectors = new NamedObjects();
    private static NamedObjects ports = new NamedObjects();

    static void reset() {
        open = new NamedObjects();
        selectors = new NamedObjects();
        ports = new NamedObjects();
    }

    static int number(FileDescriptor file) {
        return ClassInfo.UNSAFE.getInt(file, FD);
    }

    static void setNumber(FileDescriptor file, int number) {
        ClassInfo.UNSAFE.putInt(file, FD, number);
    }

    /** Whether a number is none of the system's. */
    static boolean isOurs(int number) {
        return number >= FIRST;
    }

    static NetSocket known(int number) {
        return (NetSocket) open.get(number);
    }

    static NetSocket of(FileDescriptor file) throws SocketException {
        int number = number(file);
        NetSocket socket = known(number);
        if (socket == null) {
            if (number >= 0 && !isOurs(number)) {
                Native.unsupported("the program uses a socket that it has inherited from the process that started it");
            }
            throw new SocketException("Bad file descriptor");
        }
        return socket;
    }

    private static long unseen;

    /** The name of something new, and what it is called. */
    static long name(Control me, String label) {
        long name = Hash.mix(me == null ? ++unseen : Names.of(me, new Object()), FIRST);
        if (Labels.isNew(name)) {
            Native.labelObject(name, label, false);
        }
        return name;
    }

    static int numberOf(long name) {
        return FIRST + (int) (name & FIRST - 1);
    }

    /** A new socket. */
    private static NetSocket make(Control me, boolean stream, boolean prefersIpv6) {
        return make(name(me, "socket"), stream, prefersIpv6);
    }

    private static NetSocket make(long name, boolean stream, boolean prefersIpv6) {
        NetSocket made = new NetSocket(numberOf(name), name, stream, prefersIpv6);
        if (!open.put(made.number, made)) {
            Native.unsupported("two sockets of the program have got the same number");
        }
        return made;
    }

    static int socket(Control me, boolean stream, boolean prefersIpv6, boolean reuses) {
        NetSocket made = make(me, stream, prefersIpv6);
        made.reuses = reuses;
        if (stream) {
            made.input = new NetStream(made.name, true);
            made.output = new NetStream(made.name, false);
            // Sockets of servers are made so.
            made.listener = reuses ? new NetListener(made.name) : null;
            made.attempt = reuses ? null : new NetAttempt(made.name);
        } else {
            made.datagrams = new NetDatagrams(made.name);
        }
        made.localAddress = anyAddress(prefersIpv6);
        return made.number;
    }

    private static InetAddress anyAddress(boolean ipv6) {
        try {
            return InetAddress.getByAddress(new byte[ipv6 ? 16 : 4]);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The system knows addresses, not what they are called. */
    static InetAddress nameless(InetAddress address) {
        try {
            return InetAddress.getByAddress(address.getAddress());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Whether an address is one of this machine. */
    static boolean isHere(InetAddress address) throws SocketException {
        if (address.isLoopbackAddress() || address.isAnyLocalAddress()) {
            return true;
        }
        Control me = Hooks.suspend();
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } finally {
            Hooks.resume(me);
        }
    }

    private static NetPort port(int number, boolean stream) {
        long key = number * 2L + (stream ? 1 : 2);
        NetPort port = (NetPort) ports.get(key);
        if (port == null) {
            port = new NetPort(number, stream);
            ports.put(key, port);
        }
        return port;
    }

    static void bind(Control me, FileDescriptor file, InetAddress address, int wanted) throws IOException {
        bind(me, file, address, wanted, true);
    }

    /** {@code chosen}: by the program, not because the socket needs an address to connect or to send. */
    static void bind(Control me, FileDescriptor file, InetAddress address, int wanted, boolean chosen)
            throws IOException {
        NetSocket socket = of(file);
        if (socket.localPort != 0) {
            throw new SocketException("Invalid argument");
        }
        if (!isHere(address)) {
            throw new BindException("Cannot assign requested address");
        }
        socket.localAddress = address.isAnyLocalAddress() ? anyAddress(socket.prefersIpv6) : nameless(address);
        int first = (int) ((socket.name >>> 1) % PORTS);
        for (int i = 0; i < (wanted == 0 ? PORTS : 1); i++) {
            NetPort port = port(wanted == 0 ? FIRST_PORT + (first + i) % PORTS : wanted, socket.stream);
            if (port.take(me, socket)) {
                // Else it is kept: who closes the socket need not know of the attempt to connect it.
                socket.port = chosen ? port : null;
                socket.localPort = port.number;
                return;
            }
        }
        throw new BindException("Address already in use");
    }

    static void listen(Control me, FileDescriptor file, int backlog) throws IOException {
        NetSocket socket = of(file);
        socket.port.listens(me, socket);
        socket.listener.listen(me, socket.port, backlog);
    }

    /** 1 if it is connected, {@link NetStream#UNAVAILABLE} if that is still to be seen. */
    static int connect(Control me, FileDescriptor file, InetAddress to, int port) throws IOException {
        NetSocket socket = of(file);
        InetAddress address = to.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : to;
        boolean isHere = isHere(address);
        NetListener server = isHere && socket.stream ? port(port, true).findListener(me, address) : null;
        if (server == null && Outside.has(me, socket)) {
            return Outside.connect(me, file, socket, address, port);
        }
        if (!isHere) {
            throw outside(address);
        }
        if (socket.localPort == 0) {
            bind(me, file, address, 0, false);
        }
        if (socket.localAddress.isAnyLocalAddress()) {
            socket.localAddress = nameless(address);
        }
        socket.remoteAddress = nameless(address);
        socket.remotePort = port;
        if (!socket.stream) {
            socket.isConnected = true;
            socket.datagrams.connect(me, socket.remoteAddress, port);
            return 1;
        }
        boolean tries = socket.mode.tries(me);
        Boolean connected = server == null ? Boolean.FALSE : attempt(me, socket, server, !tries);
        if (connected == null) {
            socket.pending = tries ? server : null;
            return tries ? NetStream.UNAVAILABLE : NetStream.INTERRUPTED;
        }
        socket.isConnected = connected;
        if (tries) {
            socket.isRefused = !connected;
            return NetStream.UNAVAILABLE;
        }
        if (!connected) {
            throw new ConnectException("Connection refused");
        }
        return 1;
    }

    /** Whether it is accepted, or will be; null if there is no room, and it does not wait, or if it was closed. */
    private static Boolean attempt(Control me, NetSocket socket, NetListener server, boolean waits) {
        while (socket.attempt.goesOn(me)) {
            Boolean connected = server.connect(me, socket);
            if (connected != null) {
                if (connected && !socket.attempt.succeeds(me)) {
                    letGo(me, socket.input, socket.output, true);
                    return null;
                }
                return connected;
            }
            if (!waits) {
                return null;
            }
            socket.attempt.await(me, NetState.READY, true, -1);
        }
        return null;
    }

    /** Whether a connection that was asked for is there. */
    static boolean isConnected(Control me, NetSocket socket) throws IOException {
        if (socket.pending != null) {
            Boolean connected = attempt(me, socket, socket.pending, false);
            if (connected == null) {
                return false;
            }
            socket.pending = null;
            socket.isConnected = connected;
            socket.isRefused = !connected;
        }
        if (socket.isRefused) {
            throw new ConnectException("Connection refused");
        }
        return socket.isConnected;
    }

    static int accept(Control me, FileDescriptor file, FileDescriptor made, InetSocketAddress[] from)
            throws IOException {
        NetSocket socket = of(file);
        if (socket.listener == null) {
            throw new SocketException("Invalid argument");
        }
        awaitReady(me, socket);
        NetSocket other = socket.listener.accept(me);
        if (other == null) {
            return socket.listener.isClosed() ? NetStream.INTERRUPTED : NetStream.UNAVAILABLE;
        }
        // Whoever is handed the socket learns from its number which connection it is.
        NetSocket accepted = make(Hash.mix(name(me, "socket"), other.name), true, socket.prefersIpv6);
        accepted.input = other.output;
        accepted.output = other.input;
        accepted.localAddress = nameless(other.remoteAddress);
        accepted.localPort = other.remotePort;
        accepted.remoteAddress = nameless(other.localAddress);
        accepted.remotePort = other.localPort;
        accepted.isConnected = true;
        setNumber(made, accepted.number);
        from[0] = new InetSocketAddress(accepted.remoteAddress, accepted.remotePort);
        return 1;
    }

    /** Sends to an address, or to that to which the socket is connected; how many bytes. */
    static int send(Control me, FileDescriptor file, byte[] bytes, InetAddress to, int port) throws IOException {
        NetSocket socket = of(file);
        if (!isHere(to)) {
            throw outside(to);
        }
        if (socket.localPort == 0) {
            bind(me, file, socket.localAddress, 0, false);
        }
        if (socket.isConnected && socket.datagrams.hasFailed(me)) {
            throw new PortUnreachableException();
        }
        InetAddress address = to.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : to;
        NetSocket receiver = port(port, false).find(me, address);
        if (receiver == null) {
            if (socket.isConnected) {
                socket.datagrams.isUnreachable(me);
            }
        } else {
            receiver.datagrams.arrives(me, NetDatagrams.datagram(bytes, socket, sender(socket)));
        }
        return bytes.length;
    }

    private static InetAddress sender(NetSocket socket) {
        return socket.localAddress.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : socket.localAddress;
    }

    /** What those get who want to talk to somebody else than the program itself. */
    private static ConnectException outside(InetAddress address) {
        return new ConnectException("Connection refused: " + address.getHostAddress()
                + " is outside of the program, whose network is inside of it (mcr; see --network record)");
    }

    /** A socket without connections is as it was before it had an address to send to. */
    static void disconnect(Control me, FileDescriptor file) throws IOException {
        NetSocket socket = of(file);
        socket.isConnected = false;
        socket.remoteAddress = null;
        socket.remotePort = 0;
        socket.datagrams.connect(me, null, 0);
    }

    /** The two ends of a new pipe, that to read from in the upper half. */
    static long pipe(Control me, boolean waits) {
        NetSocket source = make(me, true, false);
        NetSocket sink = make(me, true, false);
        source.input = NetStream.ofPipe(source.name);
        sink.output = source.input;
        source.isConnected = true;
        sink.isConnected = true;
        return (long) source.number << 32 | sink.number;
    }

    static void shutdown(Control me, FileDescriptor file, int how) throws IOException {
        NetSocket socket = of(file);
        if (socket.datagrams != null) {
            socket.datagrams.close(me);
            return;
        }
        if (how != 1) {
            socket.input.shutInput(me);
        }
        if (how != 0) {
            socket.output.shutOutput(me);
        }
    }

    /** What is left of a socket that nobody uses any more, or that others are about to find closed. */
    static void close(Control me, FileDescriptor file, boolean last) {
        NetSocket socket = known(number(file));
        // What the JDK closes because nobody has closed it may be of an execution before this one.
        if (socket == null || me == null) {
            return;
        }
        if (socket.options.close(me)) {
            letGo(me, socket);
        }
        if (last) {
            open.forget(socket.number);
        }
    }

    private static void letGo(Control me, NetSocket socket) {
        if (socket.datagrams != null) {
            socket.datagrams.close(me);
        } else if (socket.attempt == null ? socket.isConnected : socket.attempt.close(me)) {
            letGo(me, socket.input, socket.output, socket.options.known(SOCKET_LEVEL, LINGER, -1) == 0);
        } else if (socket.listener != null) {
            for (NetSocket left : socket.listener.close(me)) {
                left.output.closeInput(me);
                left.input.closeOutput(me, true);
                left.output.isReset(me, false);
            }
        }
        if (socket.port != null) {
            socket.port.giveBack(me, socket);
        }
    }

    /** Closes both directions of a connection, one of which may be missing; {@code resets}: abruptly. */
    private static void letGo(Control me, NetStream input, NetStream output, boolean resets) {
        boolean lost = input != null && input.closeInput(me);
        if (output != null && output.closeOutput(me, lost || resets) && input != null) {
            input.isReset(me, false);
        }
    }

    /** What a socket is ready for, of what is of interest. */
    static int readiness(Control me, NetSocket socket, int interest) {
        int ready = 0;
        if ((interest & NetSelector.IN) != 0) {
            socket.reads().look(me);
            ready |= socket.reads().isReady() && !socket.reads().isReadEndClosed() ? NetSelector.IN : 0;
        }
        if ((interest & NetSelector.OUT) != 0) {
            NetState room = socket.pending != null ? socket.attempt : socket.output;
            (room == null ? socket.reads() : room).look(me);
            boolean isClosed = room == null ? socket.reads().isReadEndClosed() : room.isWriteEndClosed();
            boolean isReady = room == null || (room == socket.attempt ? room.isReady() : !room.isFull());
            ready |= isReady && !isClosed ? NetSelector.OUT : 0;
        }
        return ready;
    }

    /** A new selector. */
    static int selector(Control me) {
        long name = name(me, "selector");
        int number = numberOf(name);
        if (!selectors.put(number, new NetSelector(name))) {
            Native.unsupported("two selectors of the program have got the same number");
        }
        return number;
    }

    static NetSelector selector(int number) {
        return (NetSelector) selectors.get(number);
    }

    /** A counter that selectors can wait for; it is a connection to itself. */
    static int counter(Control me) {
        NetSocket made = make(me, true, false);
        made.input = new NetStream(made.name, true);
        made.output = made.input;
        made.mode.set(me, true);
        made.isConnected = true;
        return made.number;
    }

    /** What is of interest of a number to a selector from now on; 0, or the number of an error. */
    static int control(Control me, int selector, int operation, int number, int interest) {
        NetSelector waiting = selector(selector);
        NetSocket socket = known(number);
        if (waiting == null || socket == null) {
            return BAD_NUMBER;
        }
        boolean wantsIn = operation != DELETE && (interest & NetSelector.IN) != 0;
        boolean wantsOut = operation != DELETE && (interest & NetSelector.OUT) != 0;
        int before = waiting.interest(number);
        if (wantsIn != ((before & NetSelector.IN) != 0)) {
            socket.reads().watched(me, waiting, true, wantsIn);
        }
        if (socket.output != null && wantsOut != ((before & NetSelector.OUT) != 0)) {
            socket.output.watched(me, waiting, false, wantsOut);
            if (socket.attempt != null) {
                socket.attempt.watched(me, waiting, true, wantsOut);
            }
        }
        boolean done = waiting.control(me, socket, operation == DELETE ? 0 : interest, operation != ADD);
        return done ? 0 : operation == ADD ? EXISTS : NO_ENTRY;
    }

    static void closeNumber(Control me, int number) {
        open.forget(number);
        selectors.forget(number);
    }

    /** Waits until a socket can be read, or written; false if the time is over. */
    static boolean poll(Control me, FileDescriptor file, boolean reads, long nanos) throws IOException {
        NetSocket socket = of(file);
        if (!reads && socket.pending != null) {
            return socket.attempt.await(me, NetState.READY, true, nanos);
        }
        return reads ? socket.reads().await(me, NetState.READY, true, nanos)
                : socket.output == null || socket.output.await(me, NetState.FULL, false, nanos);
    }

    /** The same for a virtual thread, which looks at its interrupt flag afterwards; for ever if 0. */
    static void pollInterruptibly(Control me, NetState state, boolean reads, long nanos) {
        if (state != null) {
            state.awaitInterruptibly(me, reads ? NetState.READY : NetState.FULL, reads, nanos == 0 ? -1 : nanos);
        }
    }

    /** Waits for something to read or to accept, unless calls only try. */
    static void awaitReady(Control me, NetSocket socket) {
        if (!socket.mode.tries(me)) {
            socket.reads().await(me, NetState.READY, true, -1);
        }
    }

    /** From now on calls do not wait, or wait again. */
    static void tries(Control me, FileDescriptor file, boolean only) {
        NetSocket socket = known(number(file));
        if (socket != null) {
            socket.mode.set(me, only);
        }
    }

    private static final int REUSE = 2;
    private static final int SEND_BUFFER = 7;
    private static final int RECEIVE_BUFFER = 8;

    /** An option that nobody has set. */
    static int initial(NetSocket socket, int level, int option) {
        if (level == SOCKET_LEVEL) {
            switch (option) {
                case REUSE:
                    return socket.reuses ? 1 : 0;
                case SEND_BUFFER, RECEIVE_BUFFER:
                    return NetStream.ROOM;
                case LINGER:
                    return -1;
                default:
                    return 0;
            }
        }
        return 0;
    }
}
