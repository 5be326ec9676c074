import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One thread completes a future, another one adds a callback, which runs in one of the two, once. Only outcome: 5.
 *
 * @outcome 5
 */
public class GuavaFutures {
    public static void main(String[] args) throws InterruptedException {
        SettableFuture<Integer> future = SettableFuture.create();
        AtomicInteger sum = new AtomicInteger();
        Thread setter = new Thread(() -> future.set(5));
        Thread adder = new Thread(() -> Futures.addCallback(future, new FutureCallback<Integer>() {
            @Override
            public void onSuccess(Integer value) {
                sum.addAndGet(value);
            }

            @Override
            public void onFailure(Throwable failure) {
                sum.addAndGet(-100);
            }
        }, MoreExecutors.directExecutor()));
        setter.start();
        adder.start();
        setter.join();
        adder.join();
        System.out.println(sum.get());
    }
}
