package dev.mcr;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.util.function.BooleanSupplier;

/**
 * What the JDK's classes of sockets call in the place of native methods, most of which have the same names: see {@link
 * Network}. The last argument of each is the place of the call.
 */
public final class NetHooks {
    private NetHooks() {}

    private static final int POLLIN = 1;

    // sun.nio.ch.Net.

    public static int socket0(boolean prefersIpv6, boolean stream, boolean reuse, boolean fastLoopback, int site) {
        return Network.socket(Hooks.self(), stream, prefersIpv6, reuse);
    }

    public static void bind0(FileDescriptor file, boolean prefersIpv6, boolean exclusive, InetAddress address, int port,
            int site) throws IOException {
        Network.bind(Hooks.self(), file, address, port);
    }

    public static void listen(FileDescriptor file, int backlog, int site) throws IOException {
        Network.listen(Hooks.self(), file, backlog);
    }

    public static int connect0(boolean prefersIpv6, FileDescriptor file, InetAddress address, int port, int site)
            throws IOException {
        return Network.connect(Hooks.self(), file, address, port);
    }

    public static int accept(FileDescriptor file, FileDescriptor made, InetSocketAddress[] from, int site)
            throws IOException {
        return Network.accept(Hooks.self(), file, made, from);
    }

    public static void shutdown(FileDescriptor file, int how, int site) throws IOException {
        Network.shutdown(Hooks.self(), file, how);
    }

    public static int localPort(FileDescriptor file, int site) throws IOException {
        return Network.of(file).localPort;
    }

    public static InetAddress localInetAddress(FileDescriptor file, int site) throws IOException {
        return Network.of(file).localAddress;
    }

    public static int remotePort(FileDescriptor file, int site) throws IOException {
        return Network.of(file).remotePort;
    }

    public static InetAddress remoteInetAddress(FileDescriptor file, int site) throws IOException {
        return Network.of(file).remoteAddress;
    }

    public static int getIntOption0(FileDescriptor file, boolean converts, int level, int option, int site)
            throws IOException {
        NetSocket socket = Network.of(file);
        return (int) socket.options.get(Hooks.self(), level, option, Network.initial(socket, level, option));
    }

    public static void setIntOption0(FileDescriptor file, boolean converts, int level, int option, int value,
            boolean ipv6, int site) throws IOException {
        Network.of(file).options.set(Hooks.self(), level, option, value);
    }

    public static int poll(FileDescriptor file, int events, long millis, int site) throws IOException {
        return Network.poll(Hooks.self(), file, (events & POLLIN) != 0, nanos(millis)) ? events : 0;
    }

    public static boolean pollConnect(FileDescriptor file, long millis, int site) throws IOException {
        return Network.isConnected(Hooks.self(), Network.of(file));
    }

    public static int available(FileDescriptor file, int site) throws IOException {
        return Network.of(file).input.available(Hooks.self());
    }

    /** Urgent bytes are dropped, as if nobody asked for them. */
    public static int sendOOB(FileDescriptor file, byte data, int site) {
        return 1;
    }

    public static boolean discardOOB(FileDescriptor file, int site) {
        return false;
    }

    private static long nanos(long millis) {
        return millis < 0 ? -1 : VirtualTime.nanos(millis);
    }

    // Dispatchers.

    public static int read0(FileDescriptor file, long address, int length, int site) throws IOException {
        if (Network.of(file).datagrams != null) {
            return receive0(file, address, length, 0, true, site);
        }
        byte[] bytes = new byte[length];
        int n = read(file, bytes);
        if (n > 0) {
            ClassInfo.UNSAFE.copyMemory(bytes, BYTES, null, address, n);
        }
        NetBuffers.used(Hooks.self());
        return n;
    }

    public static int write0(FileDescriptor file, long address, int length, int site) throws IOException {
        NetSocket socket = Network.of(file);
        if (socket.datagrams != null) {
            return send0(file, address, length, 0, 0, site);
        }
        return write(socket, NetBuffers.written(Hooks.self(), address, length));
    }

    /** Buffers are given as pairs of an address and a length. */
    public static long readv0(FileDescriptor file, long vector, int count, int site) throws IOException {
        byte[] bytes = new byte[length(vector, count)];
        int n = read(file, bytes);
        int done = 0;
        for (int i = 0; i < count && done < n; i++) {
            int part = (int) Math.min(ClassInfo.UNSAFE.getLong(vector + 16L * i + 8), n - done);
            ClassInfo.UNSAFE.copyMemory(bytes, BYTES + done, null, ClassInfo.UNSAFE.getLong(vector + 16L * i), part);
            done += part;
        }
        NetBuffers.used(Hooks.self());
        return n;
    }

    public static long writev0(FileDescriptor file, long vector, int count, int site) throws IOException {
        byte[] bytes = new byte[length(vector, count)];
        int done = 0;
        for (int i = 0; i < count; i++) {
            int part = (int) ClassInfo.UNSAFE.getLong(vector + 16L * i + 8);
            part = Math.min(part, bytes.length - done);
            ClassInfo.UNSAFE.copyMemory(null, ClassInfo.UNSAFE.getLong(vector + 16L * i), bytes, BYTES + done, part);
            done += part;
        }
        return write(Network.of(file), bytes);
    }

    static final long BYTES = ClassInfo.of(byte[].class).arrayBase();
    /** More than fits into a connection. */
    private static final int MOST = 1 << 20;

    private static int length(long vector, int count) {
        long length = 0;
        for (int i = 0; i < count; i++) {
            length += ClassInfo.UNSAFE.getLong(vector + 16L * i + 8);
        }
        return (int) Math.min(length, MOST);
    }

    /** Who waits writes all; an error after a part of it shows the next time. */
    private static int write(NetSocket socket, byte[] bytes) throws IOException {
        Control me = Hooks.self();
        boolean tries = socket.mode.tries(me);
        int done = 0;
        while (true) {
            if (!tries) {
                socket.output.await(me, NetState.FULL, false, -1);
            }
            int n = socket.output.write(me, bytes, done, bytes.length - done);
            done += Math.max(n, 0);
            if (done == bytes.length || done > 0 && (n < 0 || tries)) {
                NetBuffers.used(me);
                return done;
            }
            if (n == NetStream.BROKEN) {
                throw new IOException("Broken pipe");
            }
            if (n == NetStream.RESET) {
                if (socket.input != null) {
                    socket.input.isReset(me, true);
                }
                throw new IOException("Connection reset by peer");
            }
            if (n < 0 && (tries || n == NetStream.INTERRUPTED)) {
                return n;
            }
        }
    }

    private static int read(FileDescriptor file, byte[] bytes) throws IOException {
        NetSocket socket = Network.of(file);
        Network.awaitReady(Hooks.self(), socket);
        int n = socket.input.read(Hooks.self(), bytes, 0, socket.input.most(Hooks.self(), bytes.length));
        if (n == NetStream.RESET) {
            if (socket.output != null) {
                socket.output.isReset(Hooks.self(), true);
            }
            throw connectionReset();
        }
        return n;
    }

    /** What the JDK's own code throws. */
    private static IOException connectionReset() {
        Control me = Hooks.suspend();
        try {
            Constructor<?> made =
                    Internals.type("sun.net.ConnectionResetException").getDeclaredConstructor(String.class);
            Internals.makeAccessible(made);
            return (IOException) made.newInstance("Connection reset");
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        } finally {
            Hooks.resume(me);
        }
    }

    public static void close0(FileDescriptor file, int site) throws IOException {
        Network.close(Hooks.self(), file, true);
    }

    public static void preClose0(FileDescriptor file, int site) throws IOException {
        Network.close(Hooks.self(), file, false);
    }

    public static void configureBlocking(FileDescriptor file, boolean waits, int site) throws IOException {
        Network.tries(Hooks.self(), file, !waits);
    }

    // Buffers that channels read into, and write from: code of the JDK that is not rewritten copies their contents.

    public static void readsBuffer(FileDescriptor file, ByteBuffer into, long position, Object dispatcher) {
        NetBuffers.use(file, new ByteBuffer[] {into}, false);
    }

    public static void readsBuffers(FileDescriptor file, ByteBuffer[] into, int first, int count, Object dispatcher) {
        NetBuffers.use(file, into, false);
    }

    public static void writesBuffer(FileDescriptor file, ByteBuffer from, long position, Object dispatcher) {
        NetBuffers.use(file, new ByteBuffer[] {from}, true);
    }

    public static void writesBuffers(FileDescriptor file, ByteBuffer[] from, int first, int count, Object dispatcher) {
        NetBuffers.use(file, from, true);
    }

    public static void receivesBuffer(Object channel, ByteBuffer into) {
        NetBuffers.use(null, new ByteBuffer[] {into}, false);
    }

    public static void sendsBuffer(Object channel, ByteBuffer from, SocketAddress to) {
        NetBuffers.use(null, new ByteBuffer[] {from}, true);
    }

    // sun.nio.ch.DatagramChannelImpl.

    public static int receive0(FileDescriptor file, long address, int length, long sender, boolean connected, int site)
            throws IOException {
        NetDatagrams datagrams = Network.of(file).datagrams;
        Network.awaitReady(Hooks.self(), Network.of(file));
        NetDatagrams.Datagram got = datagrams.receive(Hooks.self());
        if (got == null) {
            if (datagrams.answer == NetStream.BROKEN) {
                throw new PortUnreachableException();
            }
            return datagrams.answer;
        }
        int n = Math.min(length, got.bytes().length);
        ClassInfo.UNSAFE.copyMemory(got.bytes(), BYTES, null, address, n);
        if (sender != 0) {
            NetAddresses.put(sender, got.from(), got.port());
        }
        NetBuffers.used(Hooks.self());
        return n;
    }

    public static int send0(FileDescriptor file, long address, int length, long target, int targetLength, int site)
            throws IOException {
        byte[] bytes = NetBuffers.written(Hooks.self(), address, length);
        NetSocket socket = Network.of(file);
        boolean given = target != 0 && targetLength > 0;
        int n = Network.send(Hooks.self(), file, bytes, given ? NetAddresses.address(target) : socket.remoteAddress,
                given ? NetAddresses.port(target) : socket.remotePort);
        NetBuffers.used(Hooks.self());
        return n;
    }

    public static void disconnect0(FileDescriptor file, boolean ipv6, int site) throws IOException {
        Network.disconnect(Hooks.self(), file);
    }

    // sun.nio.ch.IOUtil, sun.nio.ch.FileDispatcherImpl.

    public static long makePipe(boolean waits, int site) {
        return Network.pipe(Hooks.self(), waits);
    }

    static boolean isSocket(FileDescriptor file) {
        return Network.isOurs(Network.number(file));
    }

    public static int readFile(FileDescriptor file, long address, int length, int site) throws IOException {
        return isSocket(file) ? read0(file, address, length, site) : (int) system("read0", file, address, length);
    }

    public static int writeFile(FileDescriptor file, long address, int length, int site) throws IOException {
        return isSocket(file) ? write0(file, address, length, site) : (int) system("write0", file, address, length);
    }

    public static long readFileParts(FileDescriptor file, long vector, int count, int site) throws IOException {
        return isSocket(file) ? readv0(file, vector, count, site) : (long) system("readv0", file, vector, count);
    }

    public static long writeFileParts(FileDescriptor file, long vector, int count, int site) throws IOException {
        return isSocket(file) ? writev0(file, vector, count, site) : (long) system("writev0", file, vector, count);
    }

    /** Real files, as the JDK would do it. */
    private static Object system(String method, FileDescriptor file, long address, int length) {
        Control me = Hooks.suspend();
        try {
            Method found = Internals.method(FILES, method, FileDescriptor.class, long.class, int.class);
            return Internals.invoke(found, null, file, address, length);
        } finally {
            Hooks.resume(me);
        }
    }

    private static final Class<?> FILES = Internals.find("sun.nio.ch.FileDispatcherImpl");

    public static boolean isSeen(Object dispatcher) {
        return Hooks.self() != null;
    }

    /** Whether the system can write a part of a file to a channel itself. */
    public static boolean transfersToSocket(Object dispatcher, SelectableChannel to) {
        return false;
    }

    public static boolean closeIfSocket(Object dispatcher, FileDescriptor file) throws IOException {
        return closes(file, true);
    }

    public static boolean preCloseIfSocket(Object dispatcher, FileDescriptor file) throws IOException {
        return closes(file, false);
    }

    private static boolean closes(FileDescriptor file, boolean last) {
        boolean is = isSocket(file);
        if (is) {
            Network.close(Hooks.self(), file, last);
        }
        return is;
    }

    // java.lang.ref.Cleaner: nothing is closed because nobody uses it.

    /** What is left to do when a socket is closed. */
    static final class Closer implements Cleaner.Cleanable {
        private Runnable action;

        private Closer(Runnable action) {
            this.action = action;
        }

        @Override
        public void clean() {
            Runnable first = action;
            action = null;
            if (first != null) {
                first.run();
            }
        }
    }

    public static Cleaner.Cleanable registerCloser(Object cleaner, Object socket, Runnable action, int site) {
        return new Closer(action);
    }

    // sun.nio.ch.EventFD.

    public static int eventfd0(int site) {
        return Network.counter(Hooks.self());
    }

    public static int set0(int number, int site) {
        Network.known(number).input.write(Hooks.self(), ONE, 0, 1);
        return 0;
    }

    public static boolean drain(int number, int site) {
        byte[] all = new byte[NetStream.ROOM];
        return Network.known(number).input.read(Hooks.self(), all, 0, all.length) > 0;
    }

    private static final byte[] ONE = {1};

    // sun.nio.ch.EPollPort: who has something to do for the threads of a group wakes one up by a byte in a pipe.

    public static int write1(int number, byte value, int site) {
        return Network.known(number).output.write(Hooks.self(), ONE, 0, 1);
    }

    public static int drain1(int number, int site) {
        return Network.known(number).input.read(Hooks.self(), new byte[1], 0, 1);
    }

    /** A connection that was asked for is there, or is refused. */
    public static void checkConnect(int number, int site) throws IOException {
        Network.isConnected(Hooks.self(), Network.known(number));
    }

    public static void closeNumber(int number, int site) {
        Network.closeNumber(Hooks.self(), number);
    }

    // sun.nio.ch.EPoll. The arrays of events have numbers in the place of addresses: that of the selector.

    /** What each selector has found last, by the number of its array. */
    private static NamedObjects found = new NamedObjects();

    static void reset() {
        found = new NamedObjects();
    }

    private static final int PER_EVENT = 2;

    public static int selector(int site) {
        return Network.selector(Hooks.self());
    }

    public static int control(int selector, int operation, int number, int events, int site) {
        return Network.control(Hooks.self(), selector, operation, number, events);
    }

    public static long pollArray(int count, int site) {
        long name = Network.name(Hooks.self(), "events") & Integer.MAX_VALUE;
        long number = name << 32;
        found.put(number, new int[PER_EVENT * Math.min(count, MOST_EVENTS)]);
        return number;
    }

    private static final int MOST_EVENTS = 1 << 10;

    public static void freePollArray(long array, int site) {
        found.forget(array);
    }

    public static int select(int selector, long array, int most, int millis, int site) {
        int[] events = (int[]) found.get(array);
        int room = events.length / PER_EVENT;
        int[] numbers = new int[room];
        int[] ready = new int[room];
        Control me = Hooks.self();
        foundBy(me, 0);
        int n = Network.selector(selector).select(me, numbers, ready, nanos(millis));
        long hash = n;
        for (int i = 0; i < n; i++) {
            events[PER_EVENT * i] = numbers[i];
            events[PER_EVENT * i + 1] = ready[i];
            hash = Hash.mix(hash, Hash.mix(numbers[i], ready[i]));
        }
        foundBy(me, n == 0 ? 0 : hash);
        return n;
    }

    /** The array is the thread's own, until it calls again. */
    private static void foundBy(Control me, long hash) {
        if (me != null) {
            me.counts.found = hash;
        }
    }

    public static long event(long array, int index, int site) {
        return array + index;
    }

    private static int part(long event, int part) {
        return ((int[]) found.get(event & ~0xffffffffL))[PER_EVENT * (int) event + part];
    }

    public static int descriptor(long event, int site) {
        return part(event, 0);
    }

    public static int events(long event, int site) {
        return part(event, 1);
    }

    // sun.nio.ch.Poller: how virtual threads wait.

    public static void pollVirtual(int number, int event, long nanos, BooleanSupplier isOpen, int site)
            throws IOException {
        Network.pollInterruptibly(Hooks.self(), Network.known(number).state(event != POLLIN), event == POLLIN, nanos);
    }

    public static void pollSelector(int number, long nanos, int site) throws IOException {
        Network.pollInterruptibly(Hooks.self(), Network.selector(number), true, nanos);
    }

    // sun.net.www.http.HttpClient.

    /**
     * A connection is about to be kept for the next request, in a cache of the JVM, until a thread that sleeps finds
     * that it was there for long. It is closed at once, as if that time were over.
     */
    public static boolean keepsAlive(Object client) {
        if (Hooks.self() == null) {
            return false;
        }
        Internals.invoke(CLOSE_SERVER, client);
        return true;
    }

    /** The same, once a thread of the JVM has read what is left of an answer. */
    public static boolean keepsAliveWhenRead(Object entry) {
        return Hooks.self() != null && keepsAlive(Internals.invoke(CLIENT, entry));
    }

    private static final Method CLOSE_SERVER =
            Internals.method(Internals.find("sun.net.www.http.HttpClient"), "closeServer");
    private static final Method CLIENT =
            Internals.method(Internals.find("sun.net.www.http.KeepAliveCleanerEntry"), "getHttpClient");

    // What there is not.

    public static void multicast() {
        refuse("joins a multicast group");
    }

    public static void setInterface4(FileDescriptor file, int index, int site) {
        multicast();
    }

    public static void setInterface6(FileDescriptor file, int index, int site) {
        multicast();
    }

    public static int getInterface4(FileDescriptor file, int site) {
        return 0;
    }

    public static int getInterface6(FileDescriptor file, int site) {
        return 0;
    }

    public static void localSocket() {
        refuse("uses sockets that have a path in place of an address (Unix domain sockets)");
    }

    private static void refuse(String what) {
        if (Hooks.self() != null) {
            Native.unsupported("the program " + what + ", which the network inside the program does not have");
        }
    }

    // sun.nio.ch.NativeThread. Who closes a socket has woken up those who use it.

    public static long currentThread(int site) {
        return 1;
    }

    public static void signalThread(long thread, int site) {
        // Nobody waits in the operating system.
    }
}
