import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Selectors. With one thread: what a plain JVM prints on Linux.
 *
 * "nothing": nothing is registered. "closed": the selector is closed. "register": what cannot be registered. "ready":
 * what is ready for what, as long as it is. "connect", "refused": a connection that was asked for without waiting.
 *
 * With two:
 * "wakeup": main wakes up the thread that selects, or will. Possible: 0.
 * "close": main closes the selector. Possible: the thread was there (0), or comes too late
 * ("ClosedSelectorException").
 * "interrupt": main interrupts it: it returns at once, with its flag set, and the selector stays open.
 * "accepts": a client connects and writes; the server waits for both with one selector. Possible: "5".
 */
public class Selectors {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private static ServerSocketChannel listen() throws Exception {
        return ServerSocketChannel.open().bind(new InetSocketAddress(HERE, 5004));
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "nothing" -> nothing();
            case "closed" -> closed();
            case "register" -> register();
            case "ready" -> ready();
            case "connect" -> connect();
            case "refused" -> refused();
            case "wakeup" -> {
                Selector selector = Selector.open();
                Thread thread = Par.start(() -> System.out.println(selector.select()));
                selector.wakeup();
                thread.join();
            }
            case "close" -> {
                Selector selector = Selector.open();
                Thread thread = Par.start(() -> {
                    try {
                        System.out.println(selector.select());
                    } catch (RuntimeException e) {
                        System.out.println(e.getClass().getSimpleName());
                    }
                });
                selector.close();
                thread.join();
            }
            case "interrupt" -> {
                Selector selector = Selector.open();
                Thread thread = Par.start(
                        () -> System.out.println(selector.select() + " " + Thread.currentThread().isInterrupted()));
                thread.interrupt();
                thread.join();
                System.out.println(selector.isOpen());
            }
            case "accepts" -> accepts();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void nothing() throws Exception {
        Selector selector = Selector.open();
        System.out.println(selector.selectNow());
        System.out.println(selector.select(10));
        selector.wakeup();
        System.out.println(selector.select());
    }

    private static void closed() throws Exception {
        Selector selector = Selector.open();
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        selector.close();
        Attempt.print(selector::select);
        Attempt.print(() -> channel.register(selector, 0));
        System.out.println(selector.isOpen());
    }

    private static void register() throws Exception {
        Selector selector = Selector.open();
        SocketChannel channel = SocketChannel.open();
        Attempt.print(() -> channel.register(selector, SelectionKey.OP_READ));
        channel.configureBlocking(false);
        Attempt.print(() -> channel.register(selector, SelectionKey.OP_ACCEPT));
        SelectionKey key = channel.register(selector, 0);
        Attempt.print(() -> channel.configureBlocking(true));
        key.cancel();
        System.out.println(key.isValid());
        Attempt.print(() -> channel.register(selector, 0));
        selector.selectNow();
        Attempt.print(() -> channel.register(selector, 0));
    }

    private static void ready() throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel server = listen();
        server.configureBlocking(false);
        SelectionKey accepts = server.register(selector, SelectionKey.OP_ACCEPT);
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        channel.configureBlocking(false);
        System.out.println(selector.select() + " " + accepts.readyOps());
        SocketChannel accepted = server.accept();
        selector.selectedKeys().clear();
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        // The second time it was selected before.
        System.out.println(selector.select() + " " + key.readyOps());
        System.out.println(selector.select() + " " + key.readyOps());
        selector.selectedKeys().clear();
        key.interestOps(SelectionKey.OP_READ);
        System.out.println(selector.selectNow());
        accepted.write(ByteBuffer.allocate(1));
        for (int i = 0; i < 2; i++) {
            System.out.println(selector.select() + " " + key.readyOps());
            selector.selectedKeys().clear();
        }
        channel.read(ByteBuffer.allocate(5));
        System.out.println(selector.selectNow());
        accepted.close();
        System.out.println(selector.select() + " " + key.readyOps());
        channel.close();
        selector.selectedKeys().clear();
        System.out.println(selector.selectNow() + " " + selector.keys().size());
    }

    private static void connect() throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel server = listen();
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        System.out.println(channel.connect(server.getLocalAddress()));
        SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
        System.out.println(selector.select() + " " + key.isConnectable());
        System.out.println(channel.finishConnect());
        key.interestOps(SelectionKey.OP_WRITE);
        selector.selectedKeys().clear();
        System.out.println(selector.select() + " " + key.readyOps());
    }

    private static void refused() throws Exception {
        Selector selector = Selector.open();
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        System.out.println(channel.connect(new InetSocketAddress(HERE, 1)));
        SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
        System.out.println(selector.select() + " " + key.isConnectable());
        Attempt.print(channel::finishConnect);
    }

    private static void accepts() throws Exception {
        ServerSocketChannel server = listen();
        server.configureBlocking(false);
        Selector selector = Selector.open();
        server.register(selector, SelectionKey.OP_ACCEPT);
        Thread thread = Par.start(() -> {
            try (SocketChannel channel = SocketChannel.open(new InetSocketAddress(HERE, 5004))) {
                channel.write(ByteBuffer.allocate(1).put((byte) 5).flip());
            }
        });
        int read = 0;
        while (read == 0) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                if (key.isAcceptable()) {
                    SocketChannel accepted = server.accept();
                    accepted.configureBlocking(false);
                    accepted.register(selector, SelectionKey.OP_READ);
                } else {
                    ByteBuffer buffer = ByteBuffer.allocate(1);
                    ((SocketChannel) key.channel()).read(buffer);
                    read = buffer.get(0);
                }
            }
            selector.selectedKeys().clear();
        }
        System.out.println(read);
        thread.join();
    }
}
