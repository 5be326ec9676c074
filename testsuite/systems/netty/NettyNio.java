import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A server that sends back what it gets, and a client, on one event loop, with the transport that uses selectors.
 *
 * @outcome hi
 */
public class NettyNio {
    public static void main(String[] args) throws Exception {
        NioEventLoopGroup loop = new NioEventLoopGroup(1);
        CompletableFuture<String> got = new CompletableFuture<>();
        Channel server = new ServerBootstrap().group(loop).channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelRead(ChannelHandlerContext context, Object message) {
                        context.writeAndFlush(message);
                    }
                }).bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).sync().channel();
        Channel client = new Bootstrap().group(loop).channel(NioSocketChannel.class)
                .handler(new SimpleChannelInboundHandler<ByteBuf>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
                        got.complete(message.toString(StandardCharsets.UTF_8));
                    }
                }).connect(server.localAddress()).sync().channel();
        client.writeAndFlush(Unpooled.copiedBuffer("hi", StandardCharsets.UTF_8));
        System.out.println(got.get());
        client.close().sync();
        server.close().sync();
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
    }
}
