import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A small HTTP server on the loopback interface: one thread, which answers one request after the other. */
final class SiteServer implements Runnable, AutoCloseable {
    private static final int BACKLOG = 8;

    private final Site site;
    private final ServerSocket socket;

    SiteServer(Site site) throws IOException {
        this.site = site;
        this.socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    }

    int port() {
        return socket.getLocalPort();
    }

    @Override
    public void run() {
        try {
            while (true) {
                try (Socket client = socket.accept()) {
                    answer(client);
                }
            }
        } catch (SocketException closed) {
            // That is how it ends.
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void answer(Socket client) throws IOException {
        InputStreamReader in = new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII);
        BufferedReader lines = new BufferedReader(in);
        String request = lines.readLine();
        for (String header = request; header != null && !header.isEmpty(); ) {
            header = lines.readLine();
        }
        String path = request == null ? "" : request.split(" ")[1];
        client.getOutputStream().write(answer(site.get(path)).getBytes(StandardCharsets.US_ASCII));
    }

    private static String answer(Page page) {
        if (page == null) {
            return "HTTP/1.0 404 Not Found\r\n\r\n";
        }
        return "HTTP/1.0 200 OK\r\nContent-Type: " + page.type() + "\r\n\r\n" + page.text();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
