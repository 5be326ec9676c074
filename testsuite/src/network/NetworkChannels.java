import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Channels of sockets and pipes. With one thread: what a plain JVM prints on Linux.
 *
 * "unconnected", "again": too early, and twice. "tries": channels that do not wait. "refused": nobody listens.
 * "scatter": several buffers. "pipe": a pipe that is filled, emptied, and closed. "adaptor": the sockets of channels.
 *
 * With two:
 * "read", "accept": main closes the channel from which the other thread reads, or at which it accepts: that comes too
 * late, or is found there. Which of two exceptions it gets tells that, but in JDK 17, where it is the same one.
 * "interrupt": main interrupts the thread that accepts, which closes the channel: whether it has begun to wait or not,
 * "ClosedByInterruptException", and the channel is closed.
 */
public class NetworkChannels {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private static ServerSocketChannel listen() throws Exception {
        return ServerSocketChannel.open().bind(new InetSocketAddress(HERE, 5003));
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "unconnected" -> unconnected();
            case "again" -> again();
            case "tries" -> tries();
            case "refused" -> refused();
            case "scatter" -> scatter();
            case "pipe" -> pipe();
            case "adaptor" -> adaptor();
            case "read" -> read();
            case "accept" -> accept(false);
            case "interrupt" -> accept(true);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void unconnected() throws Exception {
        SocketChannel channel = SocketChannel.open();
        Attempt.print(() -> channel.read(ByteBuffer.allocate(1)));
        Attempt.print(() -> channel.write(ByteBuffer.allocate(1)));
        Attempt.print(channel::finishConnect);
        System.out.println(channel.getLocalAddress() + " " + channel.getRemoteAddress() + " " + channel);
        channel.close();
        Attempt.print(() -> channel.read(ByteBuffer.allocate(1)));
    }

    private static void again() throws Exception {
        ServerSocketChannel server = listen();
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        Attempt.print(() -> channel.connect(server.getLocalAddress()));
        Attempt.print(() -> channel.bind(null));
        System.out.println(channel.getRemoteAddress());
    }

    private static void tries() throws Exception {
        ServerSocketChannel server = listen();
        server.configureBlocking(false);
        System.out.println(server.accept());
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        System.out.println(channel.connect(server.getLocalAddress()));
        Attempt.print(() -> channel.read(ByteBuffer.allocate(1)));
        System.out.println(channel.isConnectionPending() + " " + channel.finishConnect() + " " + channel.isConnected());
        SocketChannel accepted = server.accept();
        System.out.println(channel.read(ByteBuffer.allocate(1)));
        accepted.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        for (int i = 0; i < 3; i++) {
            System.out.println(channel.read(ByteBuffer.allocate(2)));
        }
        accepted.close();
        System.out.println(channel.read(ByteBuffer.allocate(2)));
    }

    private static void refused() throws Exception {
        SocketChannel waits = SocketChannel.open();
        Attempt.print(() -> waits.connect(new InetSocketAddress(HERE, 1)));
        System.out.println(waits.isOpen());
        SocketChannel tries = SocketChannel.open();
        tries.configureBlocking(false);
        System.out.println(tries.connect(new InetSocketAddress(HERE, 1)));
        Attempt.print(tries::finishConnect);
        System.out.println(tries.isOpen());
    }

    private static void scatter() throws Exception {
        ServerSocketChannel server = listen();
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        SocketChannel accepted = server.accept();
        System.out.println(
                channel.write(new ByteBuffer[] {ByteBuffer.wrap(new byte[] {7, 8, 9}), ByteBuffer.allocateDirect(2)}));
        ByteBuffer first = ByteBuffer.allocate(2);
        ByteBuffer second = ByteBuffer.allocateDirect(9);
        System.out.println(accepted.read(new ByteBuffer[] {first, second}) + " " + first + " " + second.get(0));
    }

    private static void pipe() throws Exception {
        Pipe pipe = Pipe.open();
        pipe.sink().configureBlocking(false);
        pipe.source().configureBlocking(false);
        int written = 0;
        int n;
        while ((n = pipe.sink().write(ByteBuffer.allocate(1000))) > 0) {
            written += n;
        }
        // As much as POSIX promises, at least.
        System.out.println(written >= 4096);
        System.out.println(pipe.source().read(ByteBuffer.allocate(1 << 20)) == written);
        pipe.sink().close();
        System.out.println(pipe.source().read(ByteBuffer.allocate(5)));
        pipe.source().close();
        Attempt.print(() -> pipe.source().read(ByteBuffer.allocate(5)));
    }

    private static void adaptor() throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.socket().bind(new InetSocketAddress(HERE, 5007));
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        Socket accepted = server.socket().accept();
        channel.socket().getOutputStream().write(65);
        System.out.println(accepted.getInputStream().read());
        channel.socket().setSoTimeout(5);
        Attempt.print(() -> channel.socket().getInputStream().read());
    }

    private static void printClosed(Par.Body body) throws Exception {
        try {
            body.run();
            System.out.println("open");
        } catch (ClosedChannelException e) {
            System.out.println("closed");
        }
    }

    private static void read() throws Exception {
        Pipe pipe = Pipe.open();
        Thread thread = Par.start(() -> printClosed(() -> pipe.source().read(ByteBuffer.allocate(1))));
        pipe.source().close();
        thread.join();
    }

    private static void accept(boolean interrupts) throws Exception {
        ServerSocketChannel server = listen();
        Thread thread = Par.start(interrupts ? () -> Attempt.print(server::accept) : () -> printClosed(server::accept));
        if (interrupts) {
            thread.interrupt();
        } else {
            server.close();
        }
        thread.join();
        System.out.println(server.isOpen());
    }
}
