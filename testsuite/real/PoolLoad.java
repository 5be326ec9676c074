import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/**
 * Threads borrow objects of a commons-pool and give them back, again and again, while another one watches and tidies up. Arguments: threads, rounds of
 * each. Far too long to be explored; for {@code --strategy predict}.
 */
public class PoolLoad {
    /** Counted by whoever makes an object, in the factory, which the pool calls without a lock: these accesses race. */
    static int made;

    static final class Item {
        int used;
    }

    static final class Factory extends BasePoolableObjectFactory {
        @Override
        public Object makeObject() {
            made++;
            return new Item();
        }
    }

    static final class Borrower extends Thread {
        private final GenericObjectPool pool;
        private final int rounds;

        Borrower(GenericObjectPool pool, int rounds) {
            this.pool = pool;
            this.rounds = rounds;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < rounds; i++) {
                    Item item = (Item) pool.borrowObject();
                    item.used++;
                    if (i % 7 == 6) {
                        pool.invalidateObject(item);
                    } else {
                        pool.returnObject(item);
                    }
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static final class Keeper extends Thread {
        private final GenericObjectPool pool;
        private final int rounds;

        Keeper(GenericObjectPool pool, int rounds) {
            this.pool = pool;
            this.rounds = rounds;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < rounds; i++) {
                    switch (i % 5) {
                        case 0 -> pool.addObject();
                        case 1 -> pool.evict();
                        case 2 -> pool.setMaxIdle(1 + i % 3);
                        case 3 -> pool.getNumIdle();
                        default -> pool.clear();
                    }
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        GenericObjectPool pool =
                new GenericObjectPool(new Factory(), threads, GenericObjectPool.WHEN_EXHAUSTED_BLOCK, -1);
        Thread[] all = new Thread[threads + 1];
        for (int i = 0; i < threads; i++) {
            all[i] = new Borrower(pool, rounds);
        }
        all[threads] = new Keeper(pool, rounds);
        for (Thread thread : all) {
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println("active " + pool.getNumActive());
    }
}
