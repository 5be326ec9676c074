import java.util.concurrent.Future;
import org.apache.http.pool.AbstractConnPool;
import org.apache.http.pool.ConnFactory;
import org.apache.http.pool.PoolEntry;

/**
 * A pool with one connection, which two threads lease one after the other.
 *
 * @outcome made 1 1 1 available 1
 */
public class HttpPool {
    static int made;

    static final class Entry extends PoolEntry<String, Object> {
        Entry(String route, Object connection) {
            super("id", route, connection);
        }

        @Override
        public void close() {}

        @Override
        public boolean isClosed() {
            return false;
        }
    }

    static final class Pool extends AbstractConnPool<String, Object, Entry> {
        Pool() {
            super((ConnFactory<String, Object>) route -> {
                made++;
                return new Object();
            }, 1, 1);
        }

        @Override
        protected Entry createEntry(String route, Object connection) {
            return new Entry(route, connection);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Pool pool = new Pool();
        int[] got = new int[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                try {
                    Future<Entry> future = pool.lease("route", null);
                    Entry entry = future.get();
                    got[me] = 1;
                    pool.release(entry, true);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("made " + made + " " + got[0] + " " + got[1] + " available " + pool.getTotalStats().getAvailable());
    }
}
