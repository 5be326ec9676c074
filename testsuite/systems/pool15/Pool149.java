import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/**
 * POOL-149 (in 1.5, mended in 1.5.3): a thread waits for ever although there could be an object for it.
 *
 * <p>{@code borrowObject} sees that it was given no object and may not make one (GenericObjectPool.java:1067, 1069)
 * and then waits (line 1090), without looking again once it has the monitor of its request. If the only object is
 * given up in between, {@code allocate()} allows the request to make another one (line 1197) and notifies (line 1200)
 * when nobody waits yet. Nobody notifies a second time.
 *
 * <p>It is no other bug: one thread asks once, and is not interrupted. With 1.5.2, which looks again whether there is
 * an object, the deadlock is still there, and with 1.5.3, which looks as well whether it may make one, a check of
 * this program is complete and finds nothing.
 *
 * @bug POOL-149
 * @violation deadlock GenericObjectPool.java:1090
 * @outcome [deadlock]
 * @outcome object
 */
public class Pool149 {
    public static void main(String[] args) throws Exception {
        GenericObjectPool pool = new GenericObjectPool(new BasePoolableObjectFactory() {
            @Override
            public Object makeObject() {
                return "object";
            }
        }, 1, GenericObjectPool.WHEN_EXHAUSTED_BLOCK, 0);
        Object lent = pool.borrowObject();
        Thread waiter = new Thread(() -> {
            try {
                System.out.println(pool.borrowObject());
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }, "waiter");
        waiter.start();
        pool.invalidateObject(lent);
        waiter.join();
    }
}
