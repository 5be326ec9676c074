import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * One thread that has both ends of a connection: what it prints is what a plain JVM prints on Linux, and there is one
 * outcome.
 *
 * "refused": nobody listens. "bound": two sockets want one port; once the first is closed, it is free.
 * "limits": reading and accepting give up. "closed": a socket is used after it was closed.
 * "end": the other end was closed, so nothing comes; the first write finds that out, the second fails.
 * "unread": the other end was closed before it had read all: it has said that nothing more comes, and takes nothing.
 * "abrupt": the other end was closed abruptly, which is no end. "left": a connection that nobody has accepted.
 * "half": one direction is shut, the other is not. "available": what has come is counted.
 * "options": what nobody has set, and what was. "unconnected", "again", "unbound": too early, and twice.
 * "names": addresses and ports of both ends. "much": more than fits, with another thread that reads.
 */
public class SocketsAlone {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private static ServerSocket server;
    private static Socket client;
    private static Socket accepted;

    private static void connect() throws Exception {
        server = new ServerSocket(0);
        client = new Socket(HERE, server.getLocalPort());
        accepted = server.accept();
    }

    private static void read() {
        Attempt.print(() -> System.out.println(client.getInputStream().read()));
    }

    private static void write() {
        Attempt.print(() -> client.getOutputStream().write(1));
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "refused" -> Attempt.print(() -> new Socket(HERE, 1));
            case "bound" -> bound();
            case "limits" -> limits();
            case "closed" -> closed();
            case "end" -> end();
            case "unread" -> unread();
            case "abrupt" -> abrupt();
            case "left" -> left();
            case "half" -> half();
            case "available" -> available();
            case "options" -> options();
            case "unconnected" -> unconnected();
            case "again" -> again();
            case "unbound" -> unbound();
            case "names" -> names();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void bound() throws Exception {
        ServerSocket first = new ServerSocket(5000);
        Attempt.print(() -> new ServerSocket(5000));
        first.close();
        Attempt.print(() -> new ServerSocket(5000).close());
    }

    private static void limits() throws Exception {
        connect();
        client.setSoTimeout(10);
        read();
        server.setSoTimeout(10);
        Attempt.print(() -> server.accept());
    }

    private static void closed() throws Exception {
        connect();
        client.close();
        read();
        Attempt.print(client::close);
        server.close();
        Attempt.print(() -> server.accept());
    }

    private static void end() throws Exception {
        connect();
        accepted.close();
        read();
        write();
        write();
        read();
    }

    private static void unread() throws Exception {
        connect();
        client.getOutputStream().write(1);
        accepted.getOutputStream().write(7);
        accepted.close();
        read();
        read();
        write();
    }

    private static void abrupt() throws Exception {
        connect();
        accepted.setSoLinger(true, 0);
        accepted.close();
        read();
        write();
        read();
        client = new Socket(HERE, server.getLocalPort());
        accepted = server.accept();
        accepted.setSoLinger(true, 0);
        accepted.close();
        write();
        write();
    }

    private static void left() throws Exception {
        server = new ServerSocket(0);
        client = new Socket(HERE, server.getLocalPort());
        server.close();
        read();
    }

    private static void half() throws Exception {
        connect();
        client.getOutputStream().write(5);
        client.shutdownOutput();
        System.out.println(accepted.getInputStream().read() + " " + accepted.getInputStream().read());
        accepted.getOutputStream().write(6);
        read();
        write();
        client.shutdownInput();
        read();
        System.out.println(client.isConnected() + " " + client.isInputShutdown() + " " + client.isOutputShutdown());
    }

    private static void available() throws Exception {
        connect();
        System.out.println(accepted.getInputStream().available());
        client.getOutputStream().write(new byte[3]);
        System.out.println(accepted.getInputStream().available());
        System.out.println(accepted.getInputStream().read(new byte[10]));
    }

    private static void options() throws Exception {
        connect();
        for (int i = 0; i < 2; i++) {
            System.out.println(client.getTcpNoDelay() + " " + client.getKeepAlive() + " " + client.getSoLinger() + " "
                    + client.getSoTimeout() + " " + client.getReuseAddress() + " " + server.getReuseAddress());
            client.setTcpNoDelay(true);
            client.setKeepAlive(true);
            client.setSoLinger(true, 5);
            client.setSoTimeout(3);
        }
    }

    private static void unconnected() throws Exception {
        client = new Socket();
        read();
        Attempt.print(client::shutdownOutput);
        client.bind(null);
        System.out.println(client.isBound() + " " + (client.getLocalPort() > 0));
        client.close();
        Attempt.print(() -> client.connect(new InetSocketAddress(HERE, 9)));
    }

    private static void again() throws Exception {
        connect();
        String second = Attempt.of(() -> client.connect(new InetSocketAddress(HERE, server.getLocalPort())));
        // Releases differ.
        System.out.println(second.replace("already", "Already"));
        Attempt.print(() -> client.bind(null));
    }

    private static void unbound() throws Exception {
        server = new ServerSocket();
        Attempt.print(() -> server.accept());
        server.bind(new InetSocketAddress(HERE, 5002), 1);
        Attempt.print(() -> server.bind(null));
        System.out.println(server);
    }

    private static void names() throws Exception {
        server = new ServerSocket(5001);
        client = new Socket(HERE, 5001);
        accepted = server.accept();
        System.out.println(server.getLocalSocketAddress() + " " + client.getRemoteSocketAddress());
        System.out.println(accepted.getInetAddress() + " " + accepted.getLocalSocketAddress());
        System.out.println(accepted.getPort() == client.getLocalPort());
        client.close();
        System.out.println(client.isClosed() + " " + client.isConnected() + " " + client.isBound());
    }
}
