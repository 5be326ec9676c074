import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Two clients of a server that sends back what it gets, with the transport within a JVM: one event loop for the server,
 * one for both clients.
 *
 * <p>Each client has a connection of its own and writes once, so it gets back what it has written, and nothing of the
 * other.
 *
 * @outcome one two
 */
public class NettyLocalTwo {
    /** Sends back what it gets. */
    @Sharable
    static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            context.writeAndFlush(message);
        }
    }

    /** Writes once, and completes a future with what it gets. */
    static final class Client extends ChannelInboundHandlerAdapter {
        final CompletableFuture<Object> got = new CompletableFuture<>();
        private final String text;

        Client(String text, DefaultEventLoopGroup loop, SocketAddress server) {
            this.text = text;
            new Bootstrap().group(loop).channel(LocalChannel.class).handler(this).connect(server);
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            context.writeAndFlush(text);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            got.complete(message);
        }
    }

    public static void main(String[] args) throws Exception {
        DefaultEventLoopGroup loop = new DefaultEventLoopGroup(1);
        DefaultEventLoopGroup clients = new DefaultEventLoopGroup(1);
        Channel server = new ServerBootstrap().group(loop).channel(LocalServerChannel.class)
                .childHandler(new Echo()).bind(new LocalAddress("echo")).sync().channel();
        Client one = new Client("one", clients, server.localAddress());
        Client two = new Client("two", clients, server.localAddress());
        System.out.println(one.got.get() + " " + two.got.get());
        clients.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
    }
}
