import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/**
 * POOL-162 (in 1.5, mended in 1.5.5): an object is given to a thread that was interrupted and has gone, and is lost.
 *
 * <p>The only object is lent, and the waiter asks for it. When it is interrupted, {@code borrowObject} throws
 * (GenericObjectPool.java:1104) and leaves its request in the queue. {@code returnObject} gives the object to that
 * request (line 1183). So the pool is exhausted for ever: main, which has given the object back and asks for it again
 * when the waiter has ended, waits at line 1090. If the waiter asks only after the object has come back, it gets it
 * and gives it back.
 *
 * <p>It is not POOL-149, a notification that comes before the wait: the waiter does not wait for one, as its wait
 * ends at once, and when main asks, no other thread is there that could notify too early. With 1.5.4 the deadlock is
 * still there, and with 1.5.5 a check of this program is complete and finds nothing.
 *
 * @bug POOL-162
 * @violation deadlock GenericObjectPool.java:1090
 * @outcome [deadlock]
 * @outcome object
 */
public class Pool162 {
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
                pool.returnObject(pool.borrowObject());
            } catch (Exception e) {
                // It was interrupted.
            }
        }, "waiter");
        waiter.start();
        waiter.interrupt();
        pool.returnObject(lent);
        waiter.join();
        System.out.println(pool.borrowObject());
    }
}
