import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Connections to a peer outside of the JVM ({@code xtask/src/outside.rs} has what it does, and what has to be found):
 * what is told, and a port of this machine.
 */
public class Outside {
    private static int port;
    private static final AtomicInteger TURN = new AtomicInteger();
    private static final Object ONE = new Object();
    private static final Object OTHER = new Object();

    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        port = Integer.parseInt(args[1]);
        switch (args[0]) {
            case "own" -> own();
            case "shared" -> shared();
            case "order" -> order();
            case "value" -> value();
            case "more" -> more(1);
            case "less" -> more(0);
            case "early" -> early();
            case "dribble" -> dribble();
            case "registered" -> registered();
            case "talk" -> talk();
            case "end" -> end();
            case "half" -> half();
            case "refused" -> refused();
            case "limit" -> limit();
            case "channel" -> channel();
            case "selector" -> selector();
            case "http" -> http();
            case "large" -> large();
            case "deadlock" -> deadlock();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    private static Thread start(Action action) {
        Thread thread = new Thread(() -> {
            try {
                action.run();
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        thread.start();
        return thread;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            text.append((char) c);
        }
        return text.toString();
    }

    /** Two threads with a connection each, which take turns in the end. */
    private static void own() throws Exception {
        String[] answers = new String[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            threads[i] = start(() -> {
                try (Socket socket = connect()) {
                    write(socket, "line" + me + "\n");
                    answers[me] = line(socket.getInputStream()) + TURN.getAndIncrement();
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(answers[0] + " " + answers[1]);
    }

    /** One connection: one thread writes, another one reads. */
    private static void shared() throws Exception {
        try (Socket socket = connect()) {
            Thread writer = start(() -> {
                write(socket, "one\n");
                TURN.set(1);
            });
            int before = TURN.get();
            String answer = line(socket.getInputStream());
            writer.join();
            System.out.println(before + " " + answer);
        }
    }

    /** Two threads write to one connection, in either order. */
    private static void order() throws Exception {
        try (Socket socket = connect()) {
            Thread one = start(() -> write(socket, "one\n"));
            write(socket, "two\n");
            one.join();
            System.out.println(line(socket.getInputStream()) + " " + line(socket.getInputStream()));
        }
    }

    /** What is written depends on who comes first. */
    private static void value() throws Exception {
        Thread other = start(() -> TURN.set(1));
        try (Socket socket = connect()) {
            write(socket, "same" + TURN.get() + "\n");
            System.out.println(line(socket.getInputStream()));
        }
        other.join();
    }

    /** Whether a second line is written depends on who comes first. */
    private static void more(int turn) throws Exception {
        Thread other = start(() -> TURN.set(1));
        try (Socket socket = connect()) {
            write(socket, "first\n");
            String answer = line(socket.getInputStream());
            if (TURN.get() == turn) {
                write(socket, "second\n");
                answer += line(socket.getInputStream());
            }
            System.out.println(answer);
        }
        other.join();
    }

    /** Writes twice, unless another thread has read the first answer before. */
    private static void early() throws Exception {
        try (Socket socket = connect()) {
            StringBuilder answers = new StringBuilder();
            Thread reader = start(() -> {
                answers.append(line(socket.getInputStream()));
                TURN.set(1);
            });
            write(socket, "one\n");
            boolean more = TURN.get() == 0;
            if (more) {
                write(socket, "two\n");
            }
            reader.join();
            System.out.println(answers + (more ? " " + line(socket.getInputStream()) : ""));
        }
    }

    /** Writes byte by byte what another thread reads the answer of. */
    private static void dribble() throws Exception {
        try (Socket socket = connect()) {
            Thread reader = start(() -> System.out.println(line(socket.getInputStream())));
            for (char c : "abcdef\n".toCharArray()) {
                write(socket, String.valueOf(c));
            }
            reader.join();
        }
    }

    private static void talk() throws Exception {
        Thread other = start(() -> TURN.set(1));
        try (Socket socket = connect()) {
            write(socket, "hello\n");
            System.out.println(line(socket.getInputStream()) + " " + TURN.get());
        }
        other.join();
    }

    /** Reads to the end, and once more. */
    private static void end() throws Exception {
        Thread other = start(() -> TURN.set(1));
        try (Socket socket = connect()) {
            InputStream in = socket.getInputStream();
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII).trim();
            System.out.println(text + " " + in.read() + " " + TURN.get());
        } catch (IOException e) {
            System.out.println(e.getMessage() + " " + TURN.get());
        }
        other.join();
    }

    private static void half() throws Exception {
        Thread other = start(() -> TURN.set(1));
        try (Socket socket = connect()) {
            write(socket, "a\nb\n");
            socket.shutdownOutput();
            String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            System.out.println(text.replace('\n', '.') + " " + TURN.get());
        }
        other.join();
    }

    private static void refused() throws Exception {
        Thread other = start(() -> TURN.set(1));
        try {
            connect();
        } catch (IOException e) {
            System.out.println(e.getMessage() + " " + TURN.get());
        }
        other.join();
    }

    private static void limit() throws Exception {
        Thread other = start(() -> TURN.set(1));
        try (Socket socket = connect()) {
            socket.setSoTimeout(1000);
            write(socket, "hello\n");
            System.out.println(line(socket.getInputStream()) + " " + TURN.get());
        } catch (IOException e) {
            System.out.println(e.getMessage() + " " + TURN.get());
        }
        other.join();
    }

    private static void channel() throws Exception {
        Thread other = start(() -> TURN.set(1));
        InetSocketAddress peer = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try (SocketChannel channel = SocketChannel.open(peer)) {
            channel.write(ByteBuffer.wrap("hello\n".getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer into = ByteBuffer.allocateDirect(6);
            while (into.hasRemaining() && channel.read(into) >= 0) {
                // Not all yet.
            }
            System.out.println(text(into) + " " + TURN.get());
        }
        other.join();
    }

    private static String text(ByteBuffer bytes) {
        bytes.flip();
        StringBuilder text = new StringBuilder();
        while (bytes.hasRemaining()) {
            text.append((char) bytes.get());
        }
        return text.toString().trim();
    }

    private static void selector() throws Exception {
        Thread other = start(() -> TURN.set(1));
        try (SocketChannel channel = SocketChannel.open(); Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
            ByteBuffer into = ByteBuffer.allocateDirect(6);
            while (into.hasRemaining()) {
                selector.select();
                selector.selectedKeys().clear();
                if (key.isConnectable()) {
                    channel.finishConnect();
                    channel.write(ByteBuffer.wrap("hello\n".getBytes(StandardCharsets.US_ASCII)));
                    key.interestOps(SelectionKey.OP_READ);
                } else if (channel.read(into) < 0) {
                    break;
                }
            }
            System.out.println(text(into) + " " + TURN.get());
        }
        other.join();
    }

    /** A selector knows the channel before it is connected, and waits for what the peer says. */
    private static void registered() throws Exception {
        Thread other = start(() -> TURN.set(1));
        try (SocketChannel channel = SocketChannel.open(); Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            selector.selectNow();
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.finishConnect();
            selector.select();
            ByteBuffer into = ByteBuffer.allocateDirect(6);
            channel.read(into);
            System.out.println(key.isReadable() + " " + text(into) + " " + TURN.get());
        }
        other.join();
    }

    private static void http() throws Exception {
        Thread other = start(() -> TURN.set(1));
        String address = "http://127.0.0.1:" + port + "/x";
        HttpURLConnection connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(connection.getInputStream()))) {
            System.out.println(connection.getResponseCode() + " " + in.readLine() + " " + TURN.get());
        }
        other.join();
    }

    /** More than any buffer has room for, echoed while it is written. */
    private static void large() throws Exception {
        byte[] bytes = new byte[8 << 20];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 >> 5);
        }
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            socket.shutdownOutput();
            byte[] back = socket.getInputStream().readAllBytes();
            System.out.println(back.length + " " + java.util.Arrays.equals(bytes, back));
        }
    }

    /** Two locks in either order, with an answer in between. */
    private static void deadlock() throws Exception {
        try (Socket socket = connect()) {
            Thread other = start(() -> {
                synchronized (OTHER) {
                    synchronized (ONE) {
                        TURN.incrementAndGet();
                    }
                }
            });
            synchronized (ONE) {
                write(socket, "hello\n");
                String answer = line(socket.getInputStream());
                synchronized (OTHER) {
                    System.out.println(answer);
                }
            }
            other.join();
        }
    }
}
