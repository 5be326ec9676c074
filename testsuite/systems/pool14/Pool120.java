import java.lang.reflect.Method;
import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/**
 * POOL-120 (in 1.4, mended in 1.5): the evictor and a thread that borrows make one object more than there may be.
 *
 * <p>There may be two objects ({@code maxActive}), one of which is to be idle ({@code minIdle}); the first is lent.
 * {@code ensureMinIdle()}, which the evictor's thread calls after each round (GenericObjectPool.java:1346), asks how
 * many are missing (line 1253), and makes one (line 1254) without having kept the monitor of the pool in between.
 * There main borrows, and may make the second object, as none is idle (line 929). So there are three. Had main borrowed
 * before that question, nothing would be missing; after the object was there, main would take it.
 *
 * <p>It is no other bug: {@code live} is counted under a lock, no object is ever given up, and apart from these two
 * nobody makes any. It does harm where objects are dear: a database that allows so many connections refuses the next
 * one, which {@code borrowObject} throws at a thread that had a right to it. With
 * 1.5 there are never too many, but the deadlock of POOL-149.
 *
 * @bug POOL-120
 * @violation assertion Pool120.java
 * @outcome [exception]
 * @outcome done
 */
public class Pool120 {
    static final int MOST = 2;

    /** Counts what it has made. */
    static final class Counting extends BasePoolableObjectFactory {
        private int live;

        @Override
        public synchronized Object makeObject() {
            live++;
            return "object " + live;
        }

        synchronized int live() {
            return live;
        }
    }

    /** What the thread of the evictor does, which begins once in so many milliseconds. */
    static void ensureMinIdle(GenericObjectPool pool) {
        try {
            Method ensure = GenericObjectPool.class.getDeclaredMethod("ensureMinIdle");
            ensure.setAccessible(true);
            ensure.invoke(pool);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Counting factory = new Counting();
        GenericObjectPool pool = new GenericObjectPool(factory, MOST);
        pool.setMinIdle(1);
        pool.borrowObject();
        Thread evictor = new Thread(() -> ensureMinIdle(pool), "evictor");
        evictor.start();
        pool.borrowObject();
        evictor.join();
        assert factory.live() <= MOST : "too many objects";
        System.out.println("done");
    }
}
