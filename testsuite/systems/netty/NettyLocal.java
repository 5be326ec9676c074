import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A server that sends back what it gets, and a client, on one event loop, with the transport within a JVM.
 *
 * <p>The client writes once, so it gets that back, whatever the order in which main and the loop go on. Main prints it
 * when it is there.
 *
 * @outcome hi
 */
public class NettyLocal {
    /** Sends back what it gets. */
    static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            context.writeAndFlush(message);
        }
    }

    /** Completes a future with what it gets. */
    static final class Keep extends ChannelInboundHandlerAdapter {
        final CompletableFuture<Object> got = new CompletableFuture<>();

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            got.complete(message);
        }
    }

    public static void main(String[] args) throws Exception {
        DefaultEventLoopGroup loop = new DefaultEventLoopGroup(1);
        Channel server = new ServerBootstrap().group(loop).channel(LocalServerChannel.class)
                .childHandler(new Echo()).bind(new LocalAddress("echo")).sync().channel();
        Keep keep = new Keep();
        Channel client = new Bootstrap().group(loop).channel(LocalChannel.class).handler(keep)
                .connect(server.localAddress()).sync().channel();
        client.writeAndFlush("hi");
        System.out.println(keep.got.get());
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
    }
}
