import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Two threads and one connection, or one port.
 *
 * "echo": a client writes three bytes, says that nothing more comes, and reads what comes back. The server reads what
 * is there: the three bytes come by one write, so never less. Possible: "1 2 3 -1".
 * "three": the same, but the client writes one byte after the other, and the server prints how many it reads each
 * time: all ways to cut three bytes into pieces, "3", "1 2", "2 1" and "1 1 1".
 * "clients": two clients connect, each writes its number; the server prints what it reads of the first that it
 * accepts, and of the second. Possible: "1 2" and "2 1".
 * "peer": main closes the end from which the other thread does not read: it reads -1, whether it has begun to wait or
 * not.
 * "own": main closes the socket from which the other thread reads: that finds it closed before it asks for the stream
 * ("Socket is closed"), or is found waiting, or not yet ("Socket closed").
 * "accept": main closes the socket at which the other thread accepts: the same.
 * "backlog": a server with room for one connection more than the one that it has not accepted yet: the third client
 * waits until the server accepts. Possible: "connected" before or after "accepted".
 * "nobody": nobody connects to a server that accepts: a deadlock.
 * "silence": both ends wait for the other one to write: a deadlock.
 * "full": both ends write more than there is room for, before they read: a deadlock.
 * "order": both ends write first, as much as there is room for, and then read. Possible: "65536 65536".
 */
public class SocketsOfTwo {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private static ServerSocket server;
    private static Socket client;
    private static Socket accepted;

    private static void connect() throws IOException {
        server = new ServerSocket(0);
        client = new Socket(HERE, server.getLocalPort());
        accepted = server.accept();
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "echo" -> echo();
            case "three" -> three();
            case "clients" -> clients();
            case "peer" -> peer();
            case "own" -> own();
            case "accept" -> accept();
            case "backlog" -> backlog();
            case "nobody" -> new ServerSocket(5000).accept();
            case "silence" -> silence();
            case "full" -> exchange(1 << 17);
            case "order" -> exchange(1 << 16);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void echo() throws Exception {
        connect();
        Thread thread = Par.start(() -> {
            byte[] bytes = new byte[10];
            int n;
            while ((n = accepted.getInputStream().read(bytes)) >= 0) {
                accepted.getOutputStream().write(bytes, 0, n);
            }
            accepted.close();
        });
        client.getOutputStream().write(new byte[] {1, 2, 3});
        client.shutdownOutput();
        String text = "";
        int read;
        do {
            read = client.getInputStream().read();
            text += read + " ";
        } while (read >= 0);
        System.out.println(text.trim());
        thread.join();
    }

    private static void three() throws Exception {
        connect();
        Thread thread = Par.start(() -> {
            OutputStream out = client.getOutputStream();
            for (int i = 0; i < 3; i++) {
                out.write(i);
            }
            client.shutdownOutput();
        });
        byte[] bytes = new byte[10];
        String text = "";
        int n;
        while ((n = accepted.getInputStream().read(bytes)) >= 0) {
            text += n + " ";
        }
        System.out.println(text.trim());
        thread.join();
    }

    private static void client(int number) throws IOException {
        try (Socket socket = new Socket(HERE, server.getLocalPort())) {
            socket.getOutputStream().write(number);
        }
    }

    private static void clients() throws Exception {
        server = new ServerSocket(0);
        Thread first = Par.start(() -> client(1));
        Thread second = Par.start(() -> client(2));
        System.out.println(server.accept().getInputStream().read() + " " + server.accept().getInputStream().read());
        first.join();
        second.join();
    }

    private static void peer() throws Exception {
        connect();
        Thread thread = Par.start(() -> System.out.println(client.getInputStream().read()));
        accepted.close();
        thread.join();
    }

    private static void own() throws Exception {
        connect();
        Thread thread = Par.start(() -> Attempt.print(() -> client.getInputStream().read()));
        client.close();
        thread.join();
    }

    private static void accept() throws Exception {
        server = new ServerSocket(0);
        Thread thread = Par.start(() -> Attempt.print(() -> server.accept()));
        server.close();
        thread.join();
    }

    private static void backlog() throws Exception {
        server = new ServerSocket(0, 1);
        Socket first = new Socket(HERE, server.getLocalPort());
        Socket second = new Socket(HERE, server.getLocalPort());
        Thread thread = Par.start(() -> {
            client = new Socket(HERE, server.getLocalPort());
            System.out.println("connected");
        });
        server.accept();
        System.out.println("accepted");
        thread.join();
        first.close();
        second.close();
    }

    private static void silence() throws Exception {
        connect();
        Par.run(() -> client.getInputStream().read(), () -> accepted.getInputStream().read());
    }

    private static int exchange(Socket socket, int bytes) throws IOException {
        socket.getOutputStream().write(new byte[bytes]);
        return socket.getInputStream().readNBytes(bytes).length;
    }

    private static void exchange(int bytes) throws Exception {
        connect();
        int[] read = new int[2];
        Par.run(() -> read[0] = exchange(client, bytes), () -> read[1] = exchange(accepted, bytes));
        System.out.println(read[0] + " " + read[1]);
    }
}
