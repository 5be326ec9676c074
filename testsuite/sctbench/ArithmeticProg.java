import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * SCTBench, {@code CS.arithmetic_prog_bad}: a producer and a consumer hand over N tokens through one place; the
 * consumer adds up 0 to N. In the end main compares the sum with N (N + 1) / 2. Arguments: N (3), at least 0.
 *
 * <p>Bug: main fails if the sum is right, instead of if it is wrong. AssertionError in main.
 *
 * <p>Shown by: every interleaving. 0 preemptions.
 *
 * <p>Wrong for every N. The original signals after it has given the lock back; Java wants the lock for that.
 */
public class ArithmeticProg {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition empty = lock.newCondition();
    static final Condition full = lock.newCondition();
    static int times;
    static int count;
    static long total;
    static boolean isDone;

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
        int number = 0;
        for (; number < times; number++) {
            lock.lock();
            try {
                while (count == 0) {
                    full.awaitUninterruptibly();
                }
                total += number;
                count--;
                empty.signal();
            } finally {
                lock.unlock();
            }
        }
        total += number;
        isDone = true;
    }

    public static void main(String[] args) throws InterruptedException {
        times = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Thread producer = new Thread(ArithmeticProg::produce, "producer");
        Thread consumer = new Thread(ArithmeticProg::consume, "consumer");
        producer.start();
        consumer.start();
        producer.join();
        consumer.join();
        if (isDone && total == times * (times + 1) / 2) {
            throw new AssertionError("the sum is right");
        }
    }
}
