import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/**
 * POOL-149 (in 1.5, mended in 1.5.3): a thread waits for ever although there is an object for it.
 *
 * <p>{@code borrowObject} sees that it was given none (GenericObjectPool.java:1067, 1069) and then waits (line 1090),
 * without looking again once it has the monitor of its request. If the object comes back in between, {@code
 * allocate()} gives it to the request and notifies (line 1186) when nobody waits yet. Nobody notifies a second time.
 *
 * <p>No other bug can show as a deadlock here: one thread asks once, and what it waits for has been given back.
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
        pool.returnObject(lent);
        waiter.join();
    }
}
