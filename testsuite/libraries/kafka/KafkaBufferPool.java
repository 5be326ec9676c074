import java.nio.ByteBuffer;
import org.apache.kafka.clients.producer.internals.BufferPool;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;

/**
 * A pool with room for one buffer of 10 bytes: two threads take it one after the other and give it back. In the end all memory is free.
 *
 * @outcome 10 10 available 10
 */
public class KafkaBufferPool {
    public static void main(String[] args) throws InterruptedException {
        BufferPool pool = new BufferPool(10, 10, new Metrics(), Time.SYSTEM, "test");
        int[] sizes = new int[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                try {
                    ByteBuffer buffer = pool.allocate(10, Long.MAX_VALUE / 4);
                    sizes[me] = buffer.capacity();
                    pool.deallocate(buffer);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sizes[0] + " " + sizes[1] + " available " + pool.availableMemory());
    }
}
