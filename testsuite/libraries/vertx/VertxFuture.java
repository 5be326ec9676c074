import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One thread completes a promise, the other one adds a handler, which runs once.
 *
 * @outcome 5
 */
public class VertxFuture {
    public static void main(String[] args) throws InterruptedException {
        Promise<Integer> promise = Promise.promise();
        AtomicInteger sum = new AtomicInteger();
        Thread t1 = new Thread(() -> promise.complete(5));
        Thread t2 = new Thread(() -> promise.future().onSuccess(sum::addAndGet));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(sum.get());
    }
}
