import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/**
 * Two threads borrow the only object of a commons-pool and give it back.
 *
 * <p>The pool may make one object and a borrower waits until it is there, so both threads get it, one after the other, and
 * in the end it is idle.
 * Only outcome: made 1, borrowed 2, active 0, idle 1.
 */
public class PoolDriver {
    static int made;
    static final Object[] borrowed = new Object[2];

    static final class Factory extends BasePoolableObjectFactory {
        @Override
        public Object makeObject() {
            made++;
            return new Object();
        }
    }

    static final class Borrower extends Thread {
        private final GenericObjectPool pool;
        private final int i;

        Borrower(GenericObjectPool pool, int i) {
            this.pool = pool;
            this.i = i;
        }

        @Override
        public void run() {
            try {
                Object object = pool.borrowObject();
                borrowed[i] = object;
                pool.returnObject(object);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        GenericObjectPool pool = new GenericObjectPool(new Factory(), 1, GenericObjectPool.WHEN_EXHAUSTED_BLOCK, -1);
        Thread t1 = new Borrower(pool, 0);
        Thread t2 = new Borrower(pool, 1);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        int both = (borrowed[0] != null ? 1 : 0) + (borrowed[1] != null ? 1 : 0);
        System.out.println("made " + made + ", borrowed " + both
                + ", active " + pool.getNumActive() + ", idle " + pool.getNumIdle());
    }
}
