import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

/**
 * Two threads borrow the only object of a pool and give it back. The second waits for the first.
 *
 * @outcome made 1 active 0 idle 1
 */
public class Pool2 {
    static int made;

    static final class Factory extends BasePooledObjectFactory<Object> {
        @Override
        public Object create() {
            made++;
            return new Object();
        }

        @Override
        public PooledObject<Object> wrap(Object object) {
            return new DefaultPooledObject<>(object);
        }
    }

    static void borrow(GenericObjectPool<Object> pool) {
        try {
            pool.returnObject(pool.borrowObject());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        GenericObjectPool<Object> pool = new GenericObjectPool<>(new Factory());
        pool.setMaxTotal(1);
        Thread t1 = new Thread(() -> borrow(pool));
        Thread t2 = new Thread(() -> borrow(pool));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println("made " + made + " active " + pool.getNumActive() + " idle " + pool.getNumIdle());
    }
}
