import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.Future;

/**
 * Two tasks run one after the other on the thread of an event executor.
 *
 * @outcome 2
 */
public class NettyExecutor {
    static int count;

    public static void main(String[] args) throws Exception {
        DefaultEventExecutor executor = new DefaultEventExecutor();
        executor.submit(() -> { count++; });
        Future<Integer> second = executor.submit(() -> ++count);
        System.out.println(second.get());
        executor.shutdownGracefully(0, 0, java.util.concurrent.TimeUnit.SECONDS);
    }
}
