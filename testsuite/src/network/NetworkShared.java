import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * What two threads share of the network.
 *
 * "handed": two clients write their numbers; the first that is accepted is read by a third thread. Possible: 1 and 2.
 * "buffer": main looks at the first byte and then at the position of a buffer into which a channel reads two bytes.
 * Possible: "0 0", "0 2" and "1 2".
 * "joined": the buffer is looked at when its reader has ended; two clients write 1 and 2. Possible: 1 and 2.
 * "disconnected": a datagram comes to a socket that takes only those of another one, or has just been told to take all.
 * Possible: it is there ("true") or not ("false").
 * "whole": a channel that waits writes all of its buffer, though there is not room for it at once. Possible: 100000.
 * "limit": a third client finds no room, and gives up. Possible: "SocketTimeoutException".
 */
public class NetworkShared {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private static Socket handed;

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "handed" -> handed();
            case "buffer" -> buffer();
            case "joined" -> joined();
            case "disconnected" -> disconnected();
            case "whole" -> whole();
            case "limit" -> limit();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static Thread client(int port, int number) {
        return Par.start(() -> {
            try (Socket socket = new Socket(HERE, port)) {
                socket.getOutputStream().write(number);
            }
        });
    }

    private static void handed() throws Exception {
        ServerSocket server = new ServerSocket(0);
        Thread first = client(server.getLocalPort(), 1);
        Thread second = client(server.getLocalPort(), 2);
        handed = server.accept();
        Thread reader = Par.start(() -> System.out.println(handed.getInputStream().read()));
        first.join();
        second.join();
        reader.join();
    }

    private static void buffer() throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(HERE, 0));
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        channel.write(ByteBuffer.allocateDirect(2).put(0, (byte) 1));
        SocketChannel accepted = server.accept();
        ByteBuffer buffer = ByteBuffer.allocate(2);
        Thread reader = Par.start(() -> accepted.read(buffer));
        System.out.println(buffer.get(0) + " " + buffer.position());
        reader.join();
    }

    private static void joined() throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(HERE, 5010));
        Thread first = client(5010, 1);
        Thread second = client(5010, 2);
        ByteBuffer buffer = ByteBuffer.allocate(1);
        Thread reader = Par.start(() -> server.accept().read(buffer));
        reader.join();
        System.out.println(buffer.get(0));
        first.join();
        second.join();
    }

    private static void disconnected() throws Exception {
        DatagramSocket receiver = new DatagramSocket(5011, HERE);
        receiver.connect(HERE, 9);
        receiver.setSoTimeout(1);
        Thread sender = Par.start(() -> {
            try (DatagramSocket socket = new DatagramSocket()) {
                socket.send(new DatagramPacket(new byte[1], 1, HERE, 5011));
            }
        });
        receiver.disconnect();
        sender.join();
        System.out.println(Attempt.of(() -> receiver.receive(new DatagramPacket(new byte[1], 1))).equals("ok"));
    }

    private static void whole() throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(HERE, 0));
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        SocketChannel accepted = server.accept();
        Thread reader = Par.start(() -> {
            InputStream in = accepted.socket().getInputStream();
            in.readNBytes(100_000);
        });
        System.out.println(channel.write(ByteBuffer.allocateDirect(100_000)));
        reader.join();
    }

    private static void limit() throws Exception {
        ServerSocket server = new ServerSocket(0, 1);
        new Socket(HERE, server.getLocalPort());
        new Socket(HERE, server.getLocalPort());
        String end = Attempt.of(() -> new Socket().connect(new InetSocketAddress(HERE, server.getLocalPort()), 200));
        System.out.println(end.split(":")[0]);
    }
}
