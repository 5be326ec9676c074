import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/**
 * Datagrams. With one thread ("sockets", "channels"): what a plain JVM prints on Linux over the loopback interface,
 * which loses none.
 *
 * "order": two threads send a byte each to a third: it gets both, in either order. Possible: "1 2" and "2 1".
 */
public class Datagrams {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "sockets" -> sockets();
            case "channels" -> channels();
            case "order" -> order();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void sockets() throws Exception {
        DatagramSocket receiver = new DatagramSocket(5005, HERE);
        DatagramSocket sender = new DatagramSocket();
        sender.send(new DatagramPacket(new byte[] {65, 66, 67, 68}, 4, HERE, 5005));
        DatagramPacket packet = new DatagramPacket(new byte[3], 3);
        receiver.receive(packet);
        System.out.println(new String(packet.getData()) + " " + packet.getLength() + " "
                + (packet.getPort() == sender.getLocalPort()) + " " + packet.getAddress());
        receiver.setSoTimeout(5);
        Attempt.print(() -> receiver.receive(packet));
        sender.connect(HERE, 5005);
        sender.send(new DatagramPacket(new byte[1], 1));
        receiver.receive(packet);
        System.out.println(packet.getLength());
        receiver.close();
        Attempt.print(() -> receiver.receive(packet));
    }

    private static void channels() throws Exception {
        DatagramChannel receiver = DatagramChannel.open().bind(new InetSocketAddress(HERE, 5006));
        DatagramChannel sender = DatagramChannel.open();
        System.out.println(sender.send(ByteBuffer.allocate(2), receiver.getLocalAddress()));
        ByteBuffer buffer = ByteBuffer.allocate(9);
        System.out.println(receiver.receive(buffer) != null);
        System.out.println(buffer);
        sender.connect(receiver.getLocalAddress());
        System.out.println(sender.write(ByteBuffer.allocate(3)));
        buffer.clear();
        receiver.configureBlocking(false);
        System.out.println(receiver.receive(buffer) != null);
        System.out.println(receiver.receive(buffer));
    }

    private static void send(int number) throws Exception {
        try (DatagramSocket sender = new DatagramSocket()) {
            sender.send(new DatagramPacket(new byte[] {(byte) number}, 1, HERE, 5005));
        }
    }

    private static void order() throws Exception {
        DatagramSocket receiver = new DatagramSocket(5005, HERE);
        Thread first = Par.start(() -> send(1));
        Thread second = Par.start(() -> send(2));
        DatagramPacket packet = new DatagramPacket(new byte[1], 1);
        receiver.receive(packet);
        byte one = packet.getData()[0];
        receiver.receive(packet);
        System.out.println(one + " " + packet.getData()[0]);
        first.join();
        second.join();
    }
}
