import org.apache.commons.pool.BaseKeyedPoolableObjectFactory;
import org.apache.commons.pool.impl.GenericKeyedObjectPool;

/**
 * POOL-146 (in 1.5, mended in 1.5.2): who wants an object for one key waits for those who want one for another key.
 *
 * <p>The only object for "a" is lent. The waiter asks for another; its request stays first in the queue. Main then
 * asks for an object for "b", of which there is none yet, so it could be made at once. But {@code allocate()}
 * (GenericKeyedObjectPool.java:1218) looks at the first request alone and leaves the loop at line 1261 if that one
 * cannot be served. Main waits at line 1122 for ever: it is main who has the object for "a", and gives it back after
 * it has had "b".
 *
 * <p>No other bug can show as a deadlock here. The waiter is interrupted in the end, never notified, so no
 * notification of it can be lost (POOL-149). And nobody asks for anything after that, so it is no matter what becomes
 * of the request of an interrupted thread (POOL-162). With 1.5.2 a check of this program is complete and finds
 * nothing.
 *
 * @bug POOL-146
 * @violation deadlock GenericKeyedObjectPool.java:1122
 * @outcome [deadlock]
 * @outcome b
 */
public class Pool146 {
    public static void main(String[] args) throws Exception {
        GenericKeyedObjectPool pool = new GenericKeyedObjectPool(new BaseKeyedPoolableObjectFactory() {
            @Override
            public Object makeObject(Object key) {
                return key;
            }
        }, 1, GenericKeyedObjectPool.WHEN_EXHAUSTED_BLOCK, 0);
        pool.borrowObject("a");
        Thread waiter = new Thread(() -> {
            try {
                pool.borrowObject("a");
            } catch (Exception e) {
                // There is none, and nobody waits for it any more.
            }
        }, "waiter");
        waiter.start();
        System.out.println(pool.borrowObject("b"));
        waiter.interrupt();
        waiter.join();
    }
}
