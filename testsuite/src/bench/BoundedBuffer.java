/**
 * Two producers and two consumers around a buffer of two, with wait and notifyAll. The argument is how many items each
 * producer puts and each consumer takes (1 if there is none).
 *
 * <p>No item is lost or doubled, so the sum that the consumers took is always that of what was put, and nobody waits
 * for ever: whoever changes the number of items wakes all that wait for a change, and as many are put as are taken.
 */
public class BoundedBuffer {
    private final int[] items = new int[2];
    private int first;
    private int count;

    synchronized void put(int item) throws InterruptedException {
        while (count == items.length) {
            wait();
        }
        items[(first + count) % items.length] = item;
        count++;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        int item = items[first];
        first = (first + 1) % items.length;
        count--;
        notifyAll();
        return item;
    }

    static final BoundedBuffer buffer = new BoundedBuffer();

    static final class Producer extends Thread {
        private final int base;
        private final int n;

        Producer(int base, int n) {
            this.base = base;
            this.n = n;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < n; i++) {
                    buffer.put(base + i);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static final class Consumer extends Thread {
        private final int n;
        private int sum;

        Consumer(int n) {
            this.n = n;
        }

        @Override
        public void run() {
            try {
                int taken = 0;
                for (int i = 0; i < n; i++) {
                    taken += buffer.take();
                }
                sum = taken;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        Thread p1 = new Producer(10, n);
        Thread p2 = new Producer(20, n);
        Consumer c1 = new Consumer(n);
        Consumer c2 = new Consumer(n);
        p1.start();
        p2.start();
        c1.start();
        c2.start();
        p1.join();
        p2.join();
        c1.join();
        c2.join();
        System.out.println(c1.sum + c2.sum);
    }
}
