import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;

/**
 * Two threads try to complete a promise. One of them does.
 *
 * @outcome 1 true
 * @outcome 2 true
 */
public class NettyPromise {
    public static void main(String[] args) throws InterruptedException {
        Promise<Integer> promise = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
        boolean[] won = new boolean[2];
        Thread t1 = new Thread(() -> won[0] = promise.trySuccess(1));
        Thread t2 = new Thread(() -> won[1] = promise.trySuccess(2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(promise.getNow() + " " + (won[0] != won[1]));
    }
}
