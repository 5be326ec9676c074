import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Bytes go from a file to a socket, and from a socket to a file.
 *
 * "to": another thread writes 9 9 9 over 1 2 3 while main sends the file, and then reads what came. A file is written
 * as a whole, or the other way round: "3 1 2 3" or "3 9 9 9".
 * "from": another thread sends two bytes, one by one; main takes as many into a file, in which another look finds them:
 * "2 1 2".
 * "full": more than there is room for is sent; another thread reads until the end: 100000.
 * "ends": another thread sends two bytes and closes, where main would take ten: "2 1 2".
 */
public class SocketTransfers {
    private static final int MANY = 100_000;

    private static Path file;
    private static SocketChannel near;
    private static SocketChannel far;

    public static void main(String[] args) throws Exception {
        file = Files.createTempFile("transfers", ".bin");
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            near = SocketChannel.open(server.getLocalAddress());
            far = server.accept();
        }
        switch (args[0]) {
            case "to" -> to();
            case "from" -> from(2);
            case "full" -> full();
            case "ends" -> from(10);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static long send(int count) throws Exception {
        try (FileChannel channel = FileChannel.open(file)) {
            long sent = 0;
            while (sent < count) {
                sent += channel.transferTo(sent, count - sent, near);
            }
            return sent;
        }
    }

    private static void to() throws Exception {
        Files.write(file, new byte[] {1, 2, 3});
        Thread writer = Par.start(() -> Files.write(file, new byte[] {9, 9, 9}, StandardOpenOption.WRITE));
        long sent = send(3);
        ByteBuffer bytes = ByteBuffer.allocate(3);
        far.read(bytes);
        writer.join();
        print(sent, bytes.array());
    }

    private static void from(int count) throws Exception {
        Thread writer = Par.start(() -> {
            near.write(ByteBuffer.wrap(new byte[] {1}));
            near.write(ByteBuffer.wrap(new byte[] {2}));
            near.close();
        });
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            long taken = channel.transferFrom(far, 0, count);
            print(taken, Files.readAllBytes(file));
        }
        writer.join();
    }

    private static void full() throws Exception {
        Files.write(file, new byte[MANY]);
        Thread reader = Par.start(() -> {
            ByteBuffer bytes = ByteBuffer.allocate(2 * MANY);
            while (far.read(bytes) >= 0) {
                // There may be more.
            }
            System.out.println(bytes.position());
        });
        send(MANY);
        near.close();
        reader.join();
    }

    private static void print(long count, byte[] bytes) {
        StringBuilder line = new StringBuilder().append(count);
        for (byte one : bytes) {
            line.append(' ').append(one);
        }
        System.out.println(line);
    }
}
