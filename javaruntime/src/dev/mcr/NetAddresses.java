package dev.mcr;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Addresses of the network: as the system has them in memory ({@code sockaddr}), on Linux, and their names. */
final class NetAddresses {
    private NetAddresses() {}

    private static final short IPV4 = 2;
    private static final short IPV6 = 10;
    private static final int PORT = 2;
    private static final int ADDRESS_4 = 4;
    private static final int ADDRESS_6 = 8;
    private static final int BYTES_4 = 4;
    private static final int BYTES_6 = 16;

    static void put(long at, InetAddress address, int port) {
        byte[] bytes = address.getAddress();
        boolean is4 = bytes.length == BYTES_4;
        ClassInfo.UNSAFE.putShort(at, is4 ? IPV4 : IPV6);
        ClassInfo.UNSAFE.putByte(at + PORT, (byte) (port >> 8));
        ClassInfo.UNSAFE.putByte(at + PORT + 1, (byte) port);
        for (int i = 0; i < bytes.length; i++) {
            ClassInfo.UNSAFE.putByte(at + (is4 ? ADDRESS_4 : ADDRESS_6) + i, bytes[i]);
        }
        if (!is4) {
            // The scope, which local addresses have.
            ClassInfo.UNSAFE.putInt(at + ADDRESS_6 + BYTES_6, 0);
        }
    }

    static int port(long at) {
        return (ClassInfo.UNSAFE.getByte(at + PORT) & 0xff) << 8 | ClassInfo.UNSAFE.getByte(at + PORT + 1) & 0xff;
    }

    static InetAddress address(long at) throws UnknownHostException {
        boolean is4 = ClassInfo.UNSAFE.getShort(at) == IPV4;
        byte[] bytes = new byte[is4 ? BYTES_4 : BYTES_6];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = ClassInfo.UNSAFE.getByte(at + (is4 ? ADDRESS_4 : ADDRESS_6) + i);
        }
        return InetAddress.getByAddress(bytes);
    }

    /**
     * A copy of an address whose name is asked for, or null if the address itself is to be asked. Addresses remember
     * the name that was found for them, and show it from then on. Here they do as long as main is alone; later, others
     * might see it.
     */
    static InetAddress copyToAsk(Object asked, int site) {
        if (asked == null) {
            throw new NullPointerException(Native.ifNull(site));
        }
        InetAddress address = asked instanceof InetSocketAddress of ? of.getAddress() : (InetAddress) asked;
        if (Hooks.self() == null || Threads.isAlone() || address == null || !address.toString().startsWith("/")) {
            return null;
        }
        Native.notCovered("the name of an address is looked up while there are several threads: whether it shows the "
                + "name afterwards", site);
        try {
            return InetAddress.getByAddress(address.getAddress());
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
