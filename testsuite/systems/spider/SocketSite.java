import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A site that is asked by HTTP/1.0 over a connection for each page. */
final class SocketSite implements Site {
    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final String TYPE = "Content-Type: ";

    private final int port;

    SocketSite(int port) {
        this.port = port;
    }

    @Override
    public Page get(String path) throws IOException {
        String answer = ask(path);
        int end = answer.indexOf(END_OF_HEAD);
        if (end < 0 || !answer.startsWith("HTTP/1.0 200 ")) {
            return null;
        }
        String head = answer.substring(0, end);
        int type = head.indexOf(TYPE);
        return new Page(head.substring(type + TYPE.length()), answer.substring(end + END_OF_HEAD.length()));
    }

    private String ask(String path) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            byte[] request = ("GET " + path + " HTTP/1.0" + END_OF_HEAD).getBytes(StandardCharsets.US_ASCII);
            socket.getOutputStream().write(request);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
