import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.concurrent.CountDownLatch;

/**
 * The main thread publishes two numbers, a handler's thread adds them up. Only outcome: 3.
 *
 * @outcome 3
 */
public class DisruptorHandler {
    static long sum;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch handled = new CountDownLatch(2);
        Disruptor<long[]> disruptor = new Disruptor<>(() -> new long[1], 2, (Runnable r) -> new Thread(r),
                ProducerType.SINGLE, new BlockingWaitStrategy());
        disruptor.handleEventsWith((event, sequence, endOfBatch) -> {
            sum += event[0];
            handled.countDown();
        });
        disruptor.start();
        disruptor.publishEvent((event, sequence) -> event[0] = 1);
        disruptor.publishEvent((event, sequence) -> event[0] = 2);
        handled.await();
        System.out.println(sum);
        disruptor.halt();
    }
}
