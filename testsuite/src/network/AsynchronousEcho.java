import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Asynchronous channels of one group with one thread.
 *
 * "echo": a server whose handlers send two bytes back; main waits for each of its operations. Possible: "2 1".
 * "refused": main connects where nobody listens. Possible: "ConnectException: Connection refused".
 * "reading", "accepting": main reads twice without waiting for the first, or accepts twice: "ReadPendingException",
 * "AcceptPendingException".
 * "closed": main closes the channel from which it has begun to read: "AsynchronousCloseException".
 * "limit": nothing comes, so the read's limit ends; another thread hands its handler to the group, whose threads are
 * daemons here and are left alone. Possible: "InterruptedByTimeoutException".
 * "nobody": main waits for a connection, and nobody connects: a deadlock.
 */
public class AsynchronousEcho {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private static AsynchronousChannelGroup group;
    private static AsynchronousServerSocketChannel server;

    public static void main(String[] args) throws Exception {
        boolean daemon = args[0].equals("limit");
        group = AsynchronousChannelGroup.withFixedThreadPool(1, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(daemon);
            return thread;
        });
        server = AsynchronousServerSocketChannel.open(group).bind(new InetSocketAddress(HERE, 0));
        switch (args[0]) {
            case "echo" -> echo();
            case "refused" -> refused();
            case "reading" -> reading();
            case "accepting" -> accepting();
            case "closed" -> closed();
            case "limit" -> {
                limit();
                return;
            }
            case "nobody" -> server.accept().get();
            default -> throw new IllegalArgumentException(args[0]);
        }
        group.shutdownNow();
    }

    private abstract static class Handler<T> implements CompletionHandler<T, Void> {
        @Override
        public void failed(Throwable thrown, Void nothing) {
            System.out.println(thrown);
        }
    }

    private static void echo() throws Exception {
        server.accept(null, new Handler<AsynchronousSocketChannel>() {
            @Override
            public void completed(AsynchronousSocketChannel accepted, Void nothing) {
                ByteBuffer bytes = ByteBuffer.allocate(10);
                accepted.read(bytes, null, new Handler<Integer>() {
                    @Override
                    public void completed(Integer n, Void nothing) {
                        bytes.flip();
                        accepted.write(bytes);
                    }
                });
            }
        });
        AsynchronousSocketChannel client = AsynchronousSocketChannel.open(group);
        client.connect(server.getLocalAddress()).get();
        client.write(ByteBuffer.wrap(new byte[] {1, 2})).get();
        ByteBuffer bytes = ByteBuffer.allocate(10);
        int n = client.read(bytes).get();
        System.out.println(n + " " + bytes.get(0));
    }

    private static void refused() throws Exception {
        AsynchronousSocketChannel client = AsynchronousSocketChannel.open(group);
        Attempt.print(() -> {
            try {
                client.connect(new InetSocketAddress(HERE, 5009)).get();
            } catch (ExecutionException e) {
                throw (Exception) e.getCause();
            }
        });
    }

    private static AsynchronousSocketChannel connect() throws Exception {
        AsynchronousSocketChannel client = AsynchronousSocketChannel.open(group);
        client.connect(server.getLocalAddress()).get();
        return client;
    }

    private static void reading() throws Exception {
        AsynchronousSocketChannel client = connect();
        client.read(ByteBuffer.allocate(1));
        try {
            client.read(ByteBuffer.allocate(1));
        } catch (IllegalStateException e) {
            System.out.println(e.getClass().getSimpleName());
        }
    }

    private static void accepting() {
        server.accept();
        try {
            server.accept();
        } catch (IllegalStateException e) {
            System.out.println(e.getClass().getSimpleName());
        }
    }

    private static void limit() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        connect().read(ByteBuffer.allocate(1), 100, TimeUnit.MILLISECONDS, null, new Handler<Integer>() {
            @Override
            public void completed(Integer n, Void nothing) {
                System.out.println(n);
            }

            @Override
            public void failed(Throwable thrown, Void nothing) {
                System.out.println(thrown.getClass().getSimpleName());
                told.countDown();
            }
        });
        told.await();
    }

    private static void closed() throws Exception {
        AsynchronousSocketChannel client = connect();
        var reads = client.read(ByteBuffer.allocate(1));
        client.close();
        try {
            reads.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getClass().getSimpleName());
        }
    }
}
