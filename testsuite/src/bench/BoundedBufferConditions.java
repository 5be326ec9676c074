import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A buffer of one with a lock and two conditions. With one argument, how many producers there are (1 if there is none): one producer puts two items, two
 * producers put one each; one consumer takes both.
 *
 * <p>Nobody waits for ever: whoever changes the buffer signals the condition on which the others wait, and producers and the consumer wait on
 * different ones, so one signal is enough. One producer: the order stays, 1 2. Two producers: 1 2 or 2 1.
 */
public class BoundedBufferConditions {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Condition notEmpty = lock.newCondition();
    private int item;
    private boolean full;

    void put(int value) throws InterruptedException {
        lock.lock();
        try {
            while (full) {
                notFull.await();
            }
            item = value;
            full = true;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    int take() throws InterruptedException {
        lock.lock();
        try {
            while (!full) {
                notEmpty.await();
            }
            full = false;
            notFull.signal();
            return item;
        } finally {
            lock.unlock();
        }
    }

    static final BoundedBufferConditions buffer = new BoundedBufferConditions();

    static Thread producer(int from, int to) {
        Thread producer = new Thread(() -> {
            try {
                for (int i = from; i <= to; i++) {
                    buffer.put(i);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        return producer;
    }

    public static void main(String[] args) throws InterruptedException {
        if (args.length > 0 && args[0].equals("2")) {
            producer(1, 1);
            producer(2, 2);
        } else {
            producer(1, 2);
        }
        int first = buffer.take();
        int second = buffer.take();
        System.out.println(first + " " + second);
    }
}
