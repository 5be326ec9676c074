import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/**
 * What is written at once may be read in parts, with {@code --partial-io} only.
 *
 * "socket": three bytes over a connection, read until its end: the lengths of what each read returns. All ways to write
 * 3 as a sum in some order: "3", "2 1", "1 2", "1 1 1". Without the option: "3".
 * "pipe": the same over a pipe, with two bytes: "2", "1 1".
 * "long": of 40 bytes, one read returns all, all but one, half of them or one: "40", "39", "20", "1".
 */
public class ReadInParts {
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "socket" -> socket(3, 3);
            case "pipe" -> pipe();
            case "long" -> socket(40, 1);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void socket(int bytes, int reads) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
            Socket accepted = server.accept();
            OutputStream out = client.getOutputStream();
            out.write(new byte[bytes]);
            client.close();
            System.out.println(lengths(accepted.getInputStream(), reads));
            accepted.close();
        }
    }

    private static String lengths(InputStream in, int reads) throws IOException {
        StringBuilder lengths = new StringBuilder();
        byte[] buffer = new byte[64];
        for (int i = 0; i < reads; i++) {
            int length = in.read(buffer);
            if (length < 0) {
                break;
            }
            lengths.append(i == 0 ? "" : " ").append(length);
        }
        return lengths.toString();
    }

    private static void pipe() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.sink().write(ByteBuffer.wrap(new byte[2]));
        pipe.sink().close();
        ByteBuffer into = ByteBuffer.allocate(8);
        StringBuilder lengths = new StringBuilder();
        while (true) {
            int length = pipe.source().read(into);
            if (length < 0) {
                break;
            }
            lengths.append(lengths.isEmpty() ? "" : " ").append(length);
        }
        System.out.println(lengths);
    }
}
