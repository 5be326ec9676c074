/**
 * The same with an item that says that it is the last one.
 *
 * Only outcome: 7.
 */
public class ConsumerStopped {
    static final Object lock = new Object();
    static final int STOP = -1;
    static int item;

    public static void main(String[] args) throws InterruptedException {
        new Thread(ConsumerStopped::consume, "consumer").start();
        put(7);
        put(STOP);
    }

    static void put(int next) throws InterruptedException {
        synchronized (lock) {
            while (item != 0) {
                lock.wait();
            }
            item = next;
            lock.notifyAll();
        }
    }

    static void consume() {
        try {
            while (true) {
                synchronized (lock) {
                    while (item == 0) {
                        lock.wait();
                    }
                    if (item == STOP) {
                        return;
                    }
                    System.out.println(item);
                    item = 0;
                    lock.notifyAll();
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
