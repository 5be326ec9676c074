import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Two readers and a writer around a ReentrantReadWriteLock. The writer writes two fields; each reader reads both and finds them equal, or it
 * throws.
 *
 * <p>Each reader comes before or after the writer. Printed: what each has read. Possible: all four pairs; no exception.
 */
public class ReadersWriters {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int x;
    static int y;

    static final class Reader extends Thread {
        int seen;

        @Override
        public void run() {
            lock.readLock().lock();
            try {
                seen = x;
                if (seen != y) {
                    throw new IllegalStateException(seen + " " + y);
                }
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Reader first = new Reader();
        Reader second = new Reader();
        Thread writer = new Thread(() -> {
            lock.writeLock().lock();
            try {
                x = 1;
                y = 1;
            } finally {
                lock.writeLock().unlock();
            }
        });
        first.start();
        second.start();
        writer.start();
        first.join();
        second.join();
        writer.join();
        System.out.println(first.seen + " " + second.seen);
    }
}
