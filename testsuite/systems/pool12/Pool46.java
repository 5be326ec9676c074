import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/**
 * POOL-46 (in 1.2, mended in 1.3): whether a pool is closed is read without the monitor under which it is written.
 *
 * <p>{@code BaseObjectPool.closed} was no volatile field (BaseObjectPool.java:82); {@code close()} writes it (line 62),
 * under the monitor of a {@code GenericObjectPool}, while {@code returnObject} asks first of all, before it takes that
 * monitor (GenericObjectPool.java:853). Nothing orders the two: that is the race, and the bug. A thread that only asks
 * may see for ever that the pool is open, since compilers may read such a field once. No memory model of mcr has that;
 * so the race itself is what is looked for. In 1.3 the field is volatile, and this race is no more.
 *
 * <p>There are two more, which went with it in 1.3, where {@code close()} no longer sets fields to null. It does so
 * with {@code _factory} (line 895) while {@code returnObject} uses it (line 863), and with {@code _pool} (line 894),
 * which {@code returnObject} uses after it has asked whether the pool is open (line 875). That does harm: who gives an
 * object back gets a null dereference. With 1.3 a check of this program is complete and finds nothing.
 *
 * @option --races fail
 * @bug POOL-46
 * @violation race BaseObjectPool.java:73
 * @violation race GenericObjectPool.java:863
 * @violation null-dereference GenericObjectPool.java:875
 * @outcome [exception]
 * @outcome closed
 */
public class Pool46 {
    public static void main(String[] args) throws Exception {
        GenericObjectPool pool = new GenericObjectPool(new BasePoolableObjectFactory() {
            @Override
            public Object makeObject() {
                return "object";
            }
        });
        Object lent = pool.borrowObject();
        Thread closer = new Thread(() -> {
            try {
                pool.close();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }, "closer");
        closer.start();
        try {
            pool.returnObject(lent);
        } catch (IllegalStateException e) {
            // It is closed already.
        }
        closer.join();
        System.out.println("closed");
    }
}
