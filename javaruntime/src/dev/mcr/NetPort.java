package dev.mcr;

import java.net.InetAddress;

/** Which sockets have a port, and at which addresses. */
final class NetPort extends NetState {
    private static final long PORT = 0x4e4554504f525401L;

    final int number;
    final long name;
    private NetSocket[] bound = new NetSocket[2];
    /** At which addresses. */
    private InetAddress[] addresses = new InetAddress[2];
    /** Where connections to them wait; null of those that do not listen. */
    private NetListener[] listeners = new NetListener[2];
    private int count;

    NetPort(int number, boolean stream) {
        super(name(number, stream), PORT, "sockets");
        this.number = number;
        name = name(number, stream);
    }

    private static long name(int number, boolean stream) {
        long name = Hash.mix(stream ? PORT : PORT + 1, number);
        if (Labels.isNew(name)) {
            Native.labelObject(name, (stream ? "TCP port " : "UDP port ") + number, true);
        }
        return name;
    }

    @Override
    long contents() {
        long contents = 0;
        for (int i = 0; i < count; i++) {
            contents += Hash.mix(Hash.mix(bound[i].name, addresses[i].hashCode()), listeners[i] == null ? 0 : PORT);
        }
        return contents;
    }

    /** Gives the port to a socket, at its address; false if another one has it. */
    boolean take(Control me, NetSocket socket) {
        return update(me, () -> {
            for (int i = 0; i < count; i++) {
                if (meet(addresses[i], socket.localAddress)) {
                    return false;
                }
            }
            if (count == bound.length) {
                bound = Copies.of(bound, 2 * count);
                addresses = Copies.of(addresses, 2 * count);
                listeners = Copies.of(listeners, 2 * count);
            }
            addresses[count] = socket.localAddress;
            listeners[count] = null;
            bound[count++] = socket;
            return true;
        });
    }

    void giveBack(Control me, NetSocket socket) {
        update(me, () -> {
            for (int i = 0; i < count; i++) {
                if (bound[i] == socket) {
                    bound[i] = bound[--count];
                    addresses[i] = addresses[count];
                    listeners[i] = listeners[count];
                    bound[count] = null;
                }
            }
            return null;
        });
    }

    /** A socket that has the port listens at it from now on. */
    void listens(Control me, NetSocket socket) {
        update(me, () -> {
            for (int i = 0; i < count; i++) {
                if (bound[i] == socket) {
                    listeners[i] = socket.listener;
                }
            }
            return null;
        });
    }

    /** Who has the port at an address, or null. */
    NetSocket find(Control me, InetAddress address) {
        int at = indexOf(me, address);
        return at < 0 ? null : bound[at];
    }

    /** Where connections to an address wait, or null if nobody listens. */
    NetListener findListener(Control me, InetAddress address) {
        int at = indexOf(me, address);
        return at < 0 ? null : listeners[at];
    }

    private int indexOf(Control me, InetAddress address) {
        look(me);
        for (int i = 0; i < count; i++) {
            if (addresses[i].isAnyLocalAddress() || addresses[i].equals(address)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean meet(InetAddress one, InetAddress other) {
        return one.isAnyLocalAddress() || other.isAnyLocalAddress() || one.equals(other);
    }
}
