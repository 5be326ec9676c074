import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * SCTBench, {@code CS.sync02_bad}: a producer puts in N times, whenever it finds nothing, and a consumer takes out N
 * times; at first there are N. Arguments: N (2), at least 1.
 *
 * <p>Bug: the consumer leaves after it has taken out as many as there were at first. The producer puts in one, then
 * waits for somebody to take it out: deadlock.
 *
 * <p>Shown by: every interleaving, as the producer can put in nothing before the consumer's last time. 0 preemptions.
 *
 * <p>Right for N = 1, where the producer is done by then; wrong from 2. The original signals after it has given the
 * lock back; Java wants the lock for that.
 */
public class Sync02 {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition empty = lock.newCondition();
    static final Condition full = lock.newCondition();
    static int times;
    static int count;

    static void produce() {
        for (int i = 0; i < times; i++) {
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
    }

    static void consume() {
        for (int i = 0; i < times; i++) {
            lock.lock();
            try {
                while (count == 0) {
                    full.awaitUninterruptibly();
                }
                count--;
                empty.signal();
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        times = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        count = times;
        Thread producer = new Thread(Sync02::produce, "producer");
        Thread consumer = new Thread(Sync02::consume, "consumer");
        producer.start();
        consumer.start();
        producer.join();
        consumer.join();
    }
}
