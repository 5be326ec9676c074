import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * SCTBench, {@code CS.sync01_bad}: a producer waits until a place is empty, and a consumer until it is full; it is full
 * at first.
 *
 * <p>Bug: the consumer says that the place is empty, but takes nothing out. Deadlock: the producer waits for ever.
 *
 * <p>Shown by: every interleaving. 0 preemptions.
 *
 * <p>Without parameters. The original signals after it has given the lock back; Java wants the lock for that.
 */
public class Sync01 {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition empty = lock.newCondition();
    static final Condition full = lock.newCondition();
    static int count = 1;

    static void produce() {
        lock.lock();
        try {
            while (count > 0) {
                empty.awaitUninterruptibly();
            }
            count++;
            full.signal();
        } finally {
            lock.unlock();
        }
    }

    static void consume() {
        lock.lock();
        try {
            while (count == 0) {
                full.awaitUninterruptibly();
            }
            empty.signal();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(Sync01::produce, "producer");
        Thread consumer = new Thread(Sync01::consume, "consumer");
        producer.start();
        consumer.start();
        producer.join();
        consumer.join();
    }
}
