/**
 * A consumer that nobody stops waits for more after main has ended: a thread leak.
 *
 * Only outcome: 7, and a deadlock.
 */
public class ConsumerLeft {
    static final Object lock = new Object();
    static int item;

    public static void main(String[] args) {
        new Thread(ConsumerLeft::consume, "consumer").start();
        synchronized (lock) {
            item = 7;
            lock.notify();
        }
    }

    static void consume() {
        try {
            while (true) {
                synchronized (lock) {
                    while (item == 0) {
                        lock.wait();
                    }
                    System.out.println(item);
                    item = 0;
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
