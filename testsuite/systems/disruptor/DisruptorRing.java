import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;

/**
 * Two producers publish a number each in a ring of four places; then the sum is read. Each has a place of its own.
 *
 * @outcome 30 cursor 1
 */
public class DisruptorRing {
    public static void main(String[] args) throws InterruptedException {
        RingBuffer<long[]> ring = RingBuffer.createMultiProducer(() -> new long[1], 4, new YieldingWaitStrategy());
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            long value = (i + 1) * 10;
            threads[i] = new Thread(() -> {
                long sequence = ring.next();
                ring.get(sequence)[0] = value;
                ring.publish(sequence);
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println((ring.get(0)[0] + ring.get(1)[0]) + " cursor " + ring.getCursor());
    }
}
