package dev.mcr;

import java.net.InetAddress;

/**
 * A socket, as the operating system knows it by a number. Its fields but the states are written by who makes, binds or
 * connects it, before others use it: the JDK's code sees to that.
 */
final class NetSocket {
    final int number;
    final long name;
    final boolean stream;
    final boolean prefersIpv6;
    /** What it reads, and what it writes. An accepted socket has those of the socket that has connected. */
    NetStream input;
    NetStream output;
    /** Of a socket without connections. */
    NetDatagrams datagrams;
    /** Of a socket that may connect. */
    NetAttempt attempt;
    /** The server that has had no room for it yet, of a socket that does not wait for that. */
    NetListener pending;
    /** Of a socket that is bound, where connections may come. */
    NetListener listener;
    NetPort port;
    InetAddress localAddress;
    int localPort;
    InetAddress remoteAddress;
    int remotePort;
    boolean isConnected;
    /** A connection that was asked for without waiting was refused. */
    boolean isRefused;
    /** Others may have its address soon after it. */
    boolean reuses;
    final NetOptions options;
    final Mode mode;

    /** Whether calls only try, or wait for what they need: as in the system, until somebody says so, they wait. */
    static final class Mode extends NetState {
        private static final long MODE = 0x4e45544d4f444501L;

        private boolean tries;

        Mode(long name) {
            super(name, MODE, "mode");
        }

        @Override
        long contents() {
            return tries ? MODE : 0;
        }

        void set(Control me, boolean only) {
            update(me, () -> {
                tries = only;
                return null;
            });
        }

        boolean tries(Control me) {
            look(me);
            return tries;
        }
    }

    NetSocket(int number, long name, boolean stream, boolean prefersIpv6) {
        this.number = number;
        this.name = name;
        this.stream = stream;
        this.prefersIpv6 = prefersIpv6;
        options = new NetOptions(name);
        mode = new Mode(name);
    }

    /** Where it learns that there is something to read, or a connection to accept. */
    NetState reads() {
        return datagrams != null ? datagrams : listener != null && !isConnected ? listener : input;
    }

    /** Where it learns that something can be read, or written; null if it can be written at any time. */
    NetState state(boolean writes) {
        return writes ? output : reads();
    }
}
