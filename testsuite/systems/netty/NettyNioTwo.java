import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Two clients of a server that sends back what it gets, on one event loop, with the transport that uses selectors.
 *
 * <p>Each client has a connection of its own and writes one byte, so it gets that byte back and nothing of the other.
 *
 * @outcome 12
 */
public class NettyNioTwo {
    /** Sends back what it gets. */
    @Sharable
    static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            context.writeAndFlush(message);
        }
    }

    /** Writes one byte, and completes a future with what it gets. */
    static final class Client extends SimpleChannelInboundHandler<ByteBuf> {
        final CompletableFuture<String> got = new CompletableFuture<>();
        private final String text;

        Client(String text, NioEventLoopGroup loop, SocketAddress server) {
            this.text = text;
            new Bootstrap().group(loop).channel(NioSocketChannel.class).handler(this).connect(server);
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            context.writeAndFlush(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
            got.complete(message.toString(StandardCharsets.UTF_8));
        }
    }

    public static void main(String[] args) throws Exception {
        NioEventLoopGroup loop = new NioEventLoopGroup(1);
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Channel server = new ServerBootstrap().group(loop).channel(NioServerSocketChannel.class)
                .childHandler(new Echo()).bind(any).sync().channel();
        Client one = new Client("1", loop, server.localAddress());
        Client two = new Client("2", loop, server.localAddress());
        System.out.println(one.got.get() + two.got.get());
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
    }
}
